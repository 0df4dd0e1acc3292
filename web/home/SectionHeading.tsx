import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'

type SectionHeadingProps = {
  id: string
  children: string
  /** The target of 'View all'. */
  to?: string
}

export function SectionHeading({ id, children, to }: SectionHeadingProps) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 sm:mb-6">
      <h2 id={id} className="text-2xl md:text-3xl">
        {children}
      </h2>
      {to && (
        <Link to={to} className="inline-flex min-h-6 items-center gap-1.5 text-link pointer-coarse:min-h-11">
          {m.home_view_all()}
          <span className="sr-only"> {children.toLowerCase()}</span>
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </div>
  )
}
