import { Backdrop, Bridge, type DrawingProps, Water } from './parts.tsx'

/** A bridge, half of it still a plan: something will be here. */
export function EmptyDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 170" fill="none" aria-hidden="true" className={className}>
      <Backdrop x={160} y={104} radius={98} tone="primary" />
      <Water x={160} y={142} width={190} />
      <Bridge left={40} right={280} foot={130} crown={34} deck={104} hangers={11} built={0.52} />
      {/* the next piece of the road, on its way down */}
      <g stroke="var(--secondary)" strokeLinecap="round">
        <path d="M219 10v44l-16 28M219 54l16 28" strokeWidth="1.5" />
        <path d="M199 84h40" strokeWidth="6" />
      </g>
    </svg>
  )
}
