import { Backdrop, Bridge, type DrawingProps, Person, Sheet, TextLines, Water } from './parts.tsx'

/** Developer onboarding: the work stands on the bridge, where people pass. */
export function DeveloperPortfolioDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 320 220" fill="none" aria-hidden="true" className={className}>
      <Backdrop x={160} y={149} radius={124} tone="primary" />
      <Water x={160} y={194} width={170} />
      <Bridge left={34} right={286} foot={186} crown={118} deck={150} hangers={13} />

      {/* three projects */}
      <Sheet x={62} y={66} width={64} height={78} />
      <path d="M62 74a8 8 0 0 1 8-8h48a8 8 0 0 1 8 8v30H62z" fill="var(--primary)" />
      <path d="M62 104c12-18 22-22 34-12s20 4 30-8v20z" fill="var(--primary-soft)" />
      <circle cx="110" cy="79" r="5" fill="var(--secondary)" />
      <TextLines x={70} y={117} widths={[40, 24]} gap={12} />

      <Sheet x={134} y={42} width={72} height={102} />
      <path d="M134 50a8 8 0 0 1 8-8h56a8 8 0 0 1 8 8v42h-72z" fill="var(--secondary)" />
      <g stroke="var(--secondary-soft)" strokeWidth="4">
        <path d="M148 84a22 22 0 0 1 44 0M158 84a12 12 0 0 1 24 0" />
      </g>
      <TextLines x={143} y={106} widths={[48, 34]} gap={12} />
      <g fill="var(--primary)">
        <rect x="143" y="128" width="18" height="8" rx="4" />
        <rect x="164" y="128" width="24" height="8" rx="4" opacity="0.5" />
      </g>

      <Sheet x={214} y={74} width={56} height={70} />
      <path d="M214 82a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v24h-56z" fill="var(--primary-strong)" />
      <g fill="var(--primary-soft)">
        <rect x="223" y="92" width="8" height="14" />
        <rect x="235" y="84" width="8" height="22" />
        <rect x="247" y="88" width="8" height="18" opacity="0.6" />
      </g>
      <TextLines x={221} y={118} widths={[34, 20]} gap={12} />

      <Person x={42} y={149} tone="primary" scale={0.9} />
      <Person x={288} y={149} tone="secondary" scale={0.9} />
    </svg>
  )
}
