import { Bridge, type DrawingProps, Water } from './parts.tsx'

/** The road has a gap and a sign stands before it: the way is closed for a moment. */
export function ErrorDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 170" fill="none" aria-hidden="true" className={className}>
      <ellipse cx="160" cy="92" rx="128" ry="70" fill="var(--danger-soft)" opacity="0.7" />
      <Water x={160} y={142} width={190} />
      <Bridge left={40} right={280} foot={130} crown={34} deck={104} hangers={11} />
      {/* the missing piece of road, and the piece itself, hanging */}
      <path d="M150 104h42" stroke="var(--danger-soft)" strokeWidth="8" />
      <path d="M160 37v67M180 37.5v67" stroke="var(--danger-soft)" strokeWidth="3" />
      <path d="M160 35v58M180 35.5v38" stroke="var(--primary)" strokeWidth="1.5" strokeLinecap="round" />
      <path d="M157 98l20 12" stroke="var(--primary)" strokeWidth="3" strokeLinecap="round" />
      <path d="M150 104v-5M192 104v-5" stroke="var(--primary)" strokeWidth="2" strokeLinecap="round" />
      <g strokeLinejoin="round" strokeLinecap="round">
        <path d="M112 102V84" stroke="var(--secondary)" strokeWidth="2.5" />
        <path d="M112 54l17 29H95z" fill="var(--surface)" stroke="var(--secondary)" strokeWidth="2.5" />
        <path d="M112 65v8M112 77.5v.1" stroke="var(--secondary)" strokeWidth="2.8" />
      </g>
    </svg>
  )
}
