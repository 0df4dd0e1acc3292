import { Backdrop, Bridge, type DrawingProps, Person, Water } from './parts.tsx'

/** Recruiter onboarding: two people, one from each bank, talk in the middle. */
export function RecruiterMeetDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 220" fill="none" aria-hidden="true" className={className}>
      <Backdrop x={160} y={149} radius={124} tone="secondary" />
      <Water x={160} y={194} width={170} />
      <Bridge left={34} right={286} foot={186} crown={112} deck={150} hangers={13} />
      <Person x={122} y={149} tone="primary" scale={1.35} />
      <Person x={198} y={149} tone="secondary" scale={1.35} />

      {/* speech bubbles, in the colour of the speaker */}
      <path
        d="M60 34h62a10 10 0 0 1 10 10v24a10 10 0 0 1-10 10h-8l-4 10-10-10H60a10 10 0 0 1-10-10V44a10 10 0 0 1 10-10z"
        fill="var(--surface)"
        stroke="var(--primary)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M64 49h42M64 62h28"
        stroke="var(--primary)"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.55"
      />
      <path
        d="M198 22h62a10 10 0 0 1 10 10v24a10 10 0 0 1-10 10h-40l-10 11-4-11h-8a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10z"
        fill="var(--secondary)"
      />
      <path
        d="M203 37h48M203 50h30"
        stroke="var(--secondary-ink)"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.8"
      />
      <g stroke="var(--control)" strokeWidth="2" strokeLinecap="round" strokeDasharray="1 7">
        <path d="M28 144c18-14 40-20 62-18M292 144c-18-14-40-20-62-18" />
      </g>
    </svg>
  )
}
