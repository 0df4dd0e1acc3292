import { cn } from './cn.ts'

type LogoProps = {
  name: string
  /** Only the arc. */
  mark?: boolean | undefined
  className?: string | undefined
}

/** The wordmark: the product's name beside the bridge. Give the link around it its accessible name. */
export function Logo({ name, mark, className }: LogoProps) {
  return (
    <span
      className={cn('inline-flex items-center gap-2 font-display font-bold text-text text-xl', className)}
    >
      <BridgeMark className="h-[1.1em] w-auto text-primary" />
      {mark ? <span className="sr-only">{name}</span> : <span className="tracking-tight">{name}</span>}
    </span>
  )
}

/** Deck, arch and hangers on a 32 × 22 grid. */
export function BridgeMark({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 32 22"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M3 19.5C5.5 8.5 10 3 16 3s10.5 5.5 13 16.5" strokeWidth="3" />
      <path d="M1.5 13.5h29" strokeWidth="2.5" />
      <path d="M11 13V6.2M16 13V4.5M21 13V6.2" strokeWidth="1.6" />
    </svg>
  )
}
