import { cn } from './cn.ts'

const hangers = Array.from({ length: 23 }, (_, index) => 60 + index * 60)

// Fades the lines behind the text in the middle.
const FADED_CENTRE = '[mask-image:radial-gradient(ellipse_42%_60%_at_50%_50%,rgb(0_0_0/0.15)_45%,black_100%)]'

/** A line drawing of a bridge for the background of a hero. */
export function BridgeArc({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 1440 360"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={cn('pointer-events-none text-line', FADED_CENTRE, className)}
    >
      <path d="M-40 340Q720-140 1480 340" strokeWidth="2.5" />
      <path d="M-40 352Q720-104 1480 352" strokeWidth="1.25" />
      <path d="M-20 268H1460M-20 278H1460" strokeWidth="1.5" />
      {hangers.map((x) => {
        const y = archHeight(x)
        return y < 266 && <path key={x} d={`M${x} ${y.toFixed(1)}V268`} strokeWidth="1" />
      })}
    </svg>
  )
}

/** The height of the upper arch at x: a quadratic curve, linear in x. */
function archHeight(x: number) {
  const t = (x + 40) / 1520
  return (1 - t) ** 2 * 340 + 2 * t * (1 - t) * -140 + t ** 2 * 340
}
