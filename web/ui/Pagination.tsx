import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import type { ReactElement } from 'react'
import { m } from '#contract/texts.ts'
import { cn } from './cn.ts'
import { IconButton } from './IconButton.tsx'

type PaginationProps = {
  page: number
  pageCount: number
  onChange?: ((page: number) => void) | undefined
  /** Renders links instead of buttons: `<Link to={…} />`. */
  renderLink?: ((page: number) => ReactElement<Record<string, unknown>>) | undefined
  /** Accessible name, when a page has several. */
  label?: string | undefined
  className?: string | undefined
}

/** 'Page X of Y total' with first, previous, next and last; nothing for a single page. */
export function Pagination({
  page,
  pageCount,
  onChange,
  renderLink,
  label = m.lists_pagination(),
  className,
}: PaginationProps) {
  if (pageCount <= 1) return null
  const steps = [
    { name: m.lists_first_page(), target: 1, icon: <ChevronsLeft aria-hidden="true" />, isOff: page <= 1 },
    {
      name: m.lists_previous_page(),
      target: page - 1,
      icon: <ChevronLeft aria-hidden="true" />,
      isOff: page <= 1,
    },
    {
      name: m.lists_next_page(),
      target: page + 1,
      icon: <ChevronRight aria-hidden="true" />,
      isOff: page >= pageCount,
    },
    {
      name: m.lists_last_page(),
      target: pageCount,
      icon: <ChevronsRight aria-hidden="true" />,
      isOff: page >= pageCount,
    },
  ]
  const buttons = steps.map(({ name, target, icon, isOff }) => (
    <IconButton
      key={name}
      label={name}
      variant="outline"
      // Not `disabled`: the pressed button would lose the focus on the last page.
      aria-disabled={isOff || undefined}
      render={renderLink && !isOff ? renderLink(target) : undefined}
      onClick={() => !isOff && onChange?.(target)}
    >
      {icon}
    </IconButton>
  ))
  return (
    <nav aria-label={label} className={cn('flex items-center justify-center gap-1.5 sm:gap-2', className)}>
      {buttons.slice(0, 2)}
      <p
        aria-live="polite"
        className="min-w-0 px-1 text-center text-balance sm:min-w-36 text-muted text-sm tabular-nums"
      >
        {m.lists_page_of({ page, pageCount })}
      </p>
      {buttons.slice(2)}
    </nav>
  )
}
