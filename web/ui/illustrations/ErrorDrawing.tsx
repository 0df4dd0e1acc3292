import { Backdrop, Bridge, type DrawingProps, Water } from './parts.tsx'

/** The road has a gap and a sign stands before it: the way is closed for a moment. */
export function ErrorDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 170" fill="none" aria-hidden="true" className={className}>
      <Backdrop x={160} y={104} radius={98} tone="danger" />
      <Water x={160} y={142} width={190} />
      <Bridge left={40} right={280} foot={130} crown={34} deck={104} hangers={11} gap={[150, 190]} />
      {/* the missing piece of road, and the piece itself, hanging */}
      <path d="M160 97l22 15" stroke="var(--primary)" strokeWidth="3" strokeLinecap="round" />
      <path d="M150 104v-6M190 104v-6" stroke="var(--primary)" strokeWidth="2" strokeLinecap="round" />
      <g strokeLinejoin="round" strokeLinecap="round">
        <path d="M112 102V84" stroke="var(--secondary)" strokeWidth="2.5" />
        <path d="M112 54l17 29H95z" fill="var(--surface)" stroke="var(--secondary)" strokeWidth="2.5" />
        <path d="M112 65v8M112 77.5v.1" stroke="var(--secondary)" strokeWidth="2.8" />
      </g>
    </svg>
  )
}
