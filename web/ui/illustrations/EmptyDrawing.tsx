/** A bridge, half of it still a plan. Without the shared parts, since it is in the first load of every list. */
export function EmptyDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 320 170"
      fill="none"
      stroke="var(--primary)"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M62 104a98 98 0 0 1 196 0z" fill="var(--primary-soft)" stroke="none" opacity="0.75" />
      <g stroke="var(--control)" strokeWidth="2">
        <path d="M65 142h65m15 0h76m11 0h23M101 150h40m9 0h47m7 0h14" opacity="0.5" />
        <path d="M165 34Q222 38 280 130M165 104h129" strokeDasharray="2 7" />
      </g>
      <path d="M80 77v27M100 58v46M120 45v59M140 37v67M160 34v70" />
      <path d="M40 130Q102 30 165 34M26 104h139" strokeWidth="4" />
      {/* the next piece of the road, on its way down */}
      <g stroke="var(--secondary)">
        <path d="M219 10v44l-16 28M219 54l16 28" />
        <path d="M199 84h40" strokeWidth="6" />
      </g>
    </svg>
  )
}
