import { m } from '#contract/texts.ts'

type SkipLinkProps = {
  /** Id of the element to jump to; it needs `tabIndex={-1}`. */
  target: string
}

/** First in tab order: skips the header. */
export function SkipLink({ target }: SkipLinkProps) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-control bg-primary px-4 py-2.5 font-medium text-primary-ink shadow-raised focus-visible:translate-y-0"
    >
      {m.layout_skip()}
    </a>
  )
}
