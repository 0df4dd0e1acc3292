import { Bridge, type DrawingProps, Water } from './parts.tsx'

/** A bridge, half of it still a plan: something will be here. */
export function EmptyDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 170" fill="none" aria-hidden="true" className={className}>
      <ellipse cx="160" cy="92" rx="128" ry="70" fill="var(--primary-soft)" opacity="0.55" />
      <Water x={160} y={142} width={190} />
      <Bridge left={40} right={280} foot={130} crown={34} deck={104} hangers={11} built={0.58} />
      {/* the next stone, on its way */}
      <g transform="rotate(9 196 20)">
        <path d="M196 24v14" stroke="var(--secondary)" strokeWidth="1.5" />
        <path d="M184 38h24l-3 15h-18z" fill="var(--secondary)" />
      </g>
      <path
        d="M178 4c8-3 18-2 26 3"
        stroke="var(--secondary)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0"
      />
    </svg>
  )
}
