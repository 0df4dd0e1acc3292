export function ErrorDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 240 140" fill="none" aria-hidden="true" className={className}>
      <path d="M20 110Q120 0 220 110" stroke="var(--primary)" strokeWidth="3" />
    </svg>
  )
}
