import type { DrawingProps } from './parts.tsx'

const hangers = [-48, -32, -16, 0, 16, 32, 48]

/** 404: the arch and its mirror in the water are the nought. */
export function NotFoundDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 400 190" fill="none" aria-hidden="true" className={className}>
      <g
        fill="var(--text)"
        fontFamily="var(--font-display)"
        fontWeight="700"
        fontSize="168"
        textAnchor="middle"
        letterSpacing="-2"
      >
        <text x="64" y="153">
          4
        </text>
        <text x="336" y="153">
          4
        </text>
      </g>
      <g stroke="var(--primary)" strokeLinecap="round">
        <path d="M136 95a64 64 0 0 1 128 0" strokeWidth="10" />
        {hangers.map((x) => (
          <path
            key={x}
            d={`M${200 + x} ${95 - Math.round(Math.sqrt(64 ** 2 - x ** 2))}V95`}
            strokeWidth="2"
          />
        ))}
        <path d="M124 95h152" strokeWidth="4" />
      </g>
      {/* the mirror image, broken by small waves */}
      <g stroke="var(--primary)" strokeWidth="10" opacity="0.35">
        <path d="M136 104a64 64 0 0 0 128 0" strokeDasharray="14 5 26 5 9 6" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5" strokeLinecap="round">
        <path d="M158 118h26M196 118h44M170 132h36M214 132h16M184 146h32" />
      </g>
      <circle cx="200" cy="82" r="7" fill="var(--secondary)" />
      <path d="M191 95v-1a9 9 0 0 1 18 0v1z" fill="var(--secondary)" />
    </svg>
  )
}
