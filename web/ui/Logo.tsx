import { cn } from './cn.ts'

type LogoProps = {
  name: string
  /** Without the name, for narrow headers. */
  compact?: boolean
}

/** The wordmark: the product's name beside the bridge. Give the link around it its accessible name. */
export function Logo({ name, compact = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2 font-bold font-display text-text text-xl">
      <BridgeMark className="h-[1.1em] w-auto text-primary" />
      <span className={cn('tracking-tight', compact && 'max-[24rem]:hidden md:max-lg:hidden')}>{name}</span>
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
