import { Backdrop, type DrawingProps, round, Water } from './parts.tsx'

const center = { x: 206, y: 176 }
const inner = 62
const outer = 88
const stones = 9

/** Developer onboarding: written lines become the stones of an arch; the keystone comes last. */
export function DeveloperBuildDrawing({ className }: DrawingProps) {
  const keystone = Math.floor(stones / 2)
  return (
    <svg viewBox="0 0 320 220" fill="none" aria-hidden="true" className={className}>
      <Backdrop x={184} y={177} radius={124} tone="primary" />
      <path d="M20 178h280" stroke="var(--control)" strokeWidth="2" strokeLinecap="round" />
      <Water x={206} y={190} width={110} />

      {Array.from({ length: stones }, (_, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, its stones never move.
          key={index}
          d={wedge(index)}
          transform={index === keystone ? 'translate(0 -26)' : undefined}
          fill={
            index === keystone ? 'var(--secondary)' : index % 2 ? 'var(--primary)' : 'var(--primary-strong)'
          }
          stroke="var(--surface)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      ))}
      <g stroke="var(--secondary)" strokeWidth="2" strokeLinecap="round">
        <path d="M190 84l-1 5M222 84l1 5M206 89v7" />
      </g>

      {/* the window the stones come from */}
      <rect
        x="34"
        y="38"
        width="120"
        height="86"
        rx="10"
        fill="var(--surface)"
        stroke="var(--control)"
        strokeWidth="1.5"
      />
      <path d="M34 58h120" stroke="var(--control)" strokeWidth="1.5" />
      <g fill="var(--control)">
        <circle cx="46" cy="48" r="3" />
        <circle cx="56" cy="48" r="3" />
        <circle cx="66" cy="48" r="3" />
      </g>
      <g strokeWidth="5" strokeLinecap="round">
        <path d="M48 72h18M92 84h20M64 96h14M48 110h12" stroke="var(--primary)" />
        <path d="M76 72h34M64 84h18M88 96h38" stroke="var(--line)" />
        <path d="M122 84h14M70 110h10" stroke="var(--secondary)" />
      </g>
      <path
        d="M158 62c16-8 28-8 38-2"
        stroke="var(--secondary)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
    </svg>
  )
}

/** One stone of the half circle, a gap of the mortar's width to its neighbours. */
function wedge(index: number) {
  const step = Math.PI / stones
  const from = Math.PI - index * step
  const to = from - step
  const at = (radius: number, angle: number) =>
    `${round(center.x + radius * Math.cos(angle))} ${round(center.y - radius * Math.sin(angle))}`
  return `M${at(inner, from)}L${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}z`
}
