/** A bridge, half of it still a plan: something will be here. Written out, since every page with a list carries it. */
export function EmptyDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 320 170" fill="none" strokeLinecap="round" aria-hidden="true" className={className}>
      <path d="M62 104a98 98 0 0 1 196 0z" fill="var(--primary-soft)" opacity="0.75" />
      <g stroke="var(--control)">
        <path
          d="M65 142h65m15 0h76m11 0h23M101 150h40m9 0h47m7 0h14M131 158h19m5 0h23m3 0h7"
          strokeWidth="1.5"
          opacity="0.6"
        />
        <path d="M165 34Q222 38 280 130M165 104h129" strokeWidth="2" strokeDasharray="2 7" />
      </g>
      <g stroke="var(--primary)">
        <path d="M80 77v27M100 58v46M120 45v59M140 37v67M160 34v70" strokeWidth="1.5" />
        <path d="M40 130Q102 30 165 34" strokeWidth="4" />
        <path d="M26 104h139" strokeWidth="3" />
      </g>
      {/* the next piece of the road, on its way down */}
      <g stroke="var(--secondary)">
        <path d="M219 10v44l-16 28M219 54l16 28" strokeWidth="1.5" />
        <path d="M199 84h40" strokeWidth="6" />
      </g>
    </svg>
  )
}
