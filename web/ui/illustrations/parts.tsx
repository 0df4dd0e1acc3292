/** Shared by the drawings: a bridge, water, people, sheets. Colours are tokens, for both themes. */

export type DrawingProps = { className?: string | undefined }

type BridgeProps = {
  left: number
  right: number
  /** The base and the top of the arch, and the height of the road. */
  foot: number
  crown: number
  deck: number
  hangers?: number | undefined
  /** The ends of the gap in the road. */
  gap?: readonly [number, number] | undefined
}

/** An arch with a road hanging from it. */
export function Bridge({ left, right, foot, crown, deck, hangers = 9, gap }: BridgeProps) {
  const height = (x: number) => {
    const t = (x - left) / (right - left)
    return foot - 4 * (foot - crown) * t * (1 - t)
  }
  const arch = Array.from({ length: 41 }, (_, index) => {
    const x = left + ((right - left) * index) / 40
    return `${index === 0 ? 'M' : 'L'}${round(x)} ${round(height(x))}`
  }).join('')
  const roadEnd = right + 14
  const positions = Array.from(
    { length: hangers },
    (_, index) => left + ((right - left) * (index + 1)) / (hangers + 1),
  )

  return (
    <g strokeLinecap="round" strokeLinejoin="round" fill="none">
      <g stroke="var(--primary)">
        {positions.map(
          (x) =>
            !(gap && x > gap[0] && x < gap[1]) &&
            height(x) < deck - 6 && (
              <path key={x} d={`M${round(x)} ${round(height(x))}V${deck}`} strokeWidth="1.5" />
            ),
        )}
        <path d={arch} strokeWidth="4" />
        <path d={`M${left - 14} ${deck}H${gap?.[0] ?? roadEnd}`} strokeWidth="3" />
        {gap && <path d={`M${gap[1]} ${deck}H${roadEnd}`} strokeWidth="3" />}
      </g>
    </g>
  )
}

/** A half disc, flat on the ground: the arc once more, as a quiet colour behind a scene. */
export function Backdrop({
  x,
  y,
  radius,
  tone,
}: {
  x: number
  y: number
  radius: number
  tone: 'primary' | 'secondary' | 'danger'
}) {
  return (
    <path
      d={`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0z`}
      fill={`var(--${tone}-soft)`}
      opacity="0.75"
    />
  )
}

/** Quiet lines of water, centred below something. */
export function Water({ x, y, width }: { x: number; y: number; width: number }) {
  const lines = [
    { shift: 0, share: 1 },
    { shift: 8, share: 0.62 },
    { shift: 16, share: 0.3 },
  ]
  return (
    <g stroke="var(--control)" strokeWidth="1.5" strokeLinecap="round" opacity="0.6">
      {lines.map(({ shift, share }) => {
        const start = x - (width * share) / 2
        const length = width * share
        return (
          <path
            key={shift}
            d={`M${round(start)} ${y + shift}h${round(length * 0.34)}m${round(length * 0.08)} 0h${round(length * 0.4)}m${round(length * 0.06)} 0h${round(length * 0.12)}`}
          />
        )
      })}
    </g>
  )
}

/** A person from the waist up, standing on y. */
export function Person({
  x,
  y,
  tone,
  scale = 1,
}: {
  x: number
  y: number
  tone: Tone
  scale?: number | undefined
}) {
  const { ink, soft } = tones[tone]
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-14 0v-9a14 14 0 0 1 28 0v9z" fill={ink} />
      <path d="M-4.5-22.5L0-16.5 4.5-22.5" fill={soft} />
      <circle cx="0" cy="-33" r="8.5" fill={soft} stroke={ink} strokeWidth="2.2" />
      <path d="M-8.5-34c1-8 16-9 17 0-5 0-7-1.5-9-3.5-2 2.5-4.5 3.5-8 3.5z" fill={ink} />
    </g>
  )
}

export type Tone = 'primary' | 'secondary' | 'quiet'

const tones: Record<Tone, { ink: string; soft: string }> = {
  primary: { ink: 'var(--primary)', soft: 'var(--primary-soft)' },
  secondary: { ink: 'var(--secondary)', soft: 'var(--secondary-soft)' },
  quiet: { ink: 'var(--control)', soft: 'var(--sunken)' },
}

/** A sheet with a thin border. */
export function Sheet({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx="8"
      fill="var(--surface)"
      stroke="var(--control)"
      strokeWidth="1.5"
    />
  )
}

/** Lines that stand for text. */
export function TextLines({
  x,
  y,
  widths,
  gap = 8,
}: {
  x: number
  y: number
  widths: readonly number[]
  gap?: number | undefined
}) {
  return (
    <g stroke="var(--line)" strokeWidth="4" strokeLinecap="round">
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, its lines never move.
        <path key={index} d={`M${x + 2} ${y + index * gap}h${width}`} />
      ))}
    </g>
  )
}

export function round(value: number) {
  return Math.round(value * 10) / 10
}
