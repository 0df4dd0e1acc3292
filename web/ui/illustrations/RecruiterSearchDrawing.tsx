import { Backdrop, Bridge, type DrawingProps, Person, Water } from './parts.tsx'

/** Recruiter onboarding: among many people on the bridge, a lens finds the one. */
export function RecruiterSearchDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 220" fill="none" aria-hidden="true" className={className}>
      <Backdrop x={160} y={149} radius={124} tone="secondary" />
      <Water x={160} y={194} width={170} />
      <Bridge left={34} right={286} foot={186} crown={112} deck={150} hangers={13} />
      <Person x={52} y={148} tone="quiet" />
      <Person x={96} y={148} tone="quiet" />
      <Person x={226} y={148} tone="quiet" />
      <Person x={268} y={148} tone="quiet" />

      <path d="M200 141l30 31" stroke="var(--secondary)" strokeWidth="10" strokeLinecap="round" />
      <circle cx="161" cy="100" r="55" fill="var(--surface)" stroke="var(--secondary)" strokeWidth="5" />
      <g>
        <Person x={161} y={138} tone="primary" scale={1.7} />
        <path d="M112 138h98" stroke="var(--primary)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <path
        d="M122 78a45 45 0 0 1 18-18"
        stroke="var(--secondary)"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.5"
      />
      <g transform="translate(196 62)">
        <circle r="12" fill="var(--primary)" stroke="var(--surface)" strokeWidth="3" />
        <path
          d="M-5 0l3.5 4L5-4"
          stroke="var(--primary-ink)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}
