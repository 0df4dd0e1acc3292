import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'

/** decision 39 */
const TECHNOLOGIES = ['JavaScript', 'TypeScript', 'React', 'Node.js', 'Python', 'Java', 'Docker', 'MongoDB']

/**
 * A slow marquee that pauses on hover, on focus and with reduced motion. The second half repeats the first for an
 * endless loop and is hidden from screen readers.
 */
export function TechnologyCarousel() {
  return (
    <section aria-labelledby="technologies">
      <h2 id="technologies" className="mb-4 text-center font-sans font-medium text-base text-muted">
        {m.home_technologies()}
      </h2>
      <div className="carousel overflow-hidden">
        <div className="carousel-band flex w-max motion-reduce:w-auto motion-reduce:justify-center">
          <Technologies />
          <Technologies isCopy />
        </div>
      </div>
    </section>
  )
}

function Technologies({ isCopy = false }: { isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy || undefined}
      className={`flex shrink-0 gap-3 py-2 pr-3 motion-reduce:pr-0 motion-reduce:shrink motion-reduce:flex-wrap motion-reduce:justify-center ${isCopy ? 'motion-reduce:hidden' : ''}`}
    >
      {TECHNOLOGIES.map((technology) => (
        <li key={technology}>
          <Link
            to={paths.projects()}
            tabIndex={isCopy ? -1 : undefined}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-display font-medium text-lg text-text no-underline sm:px-6 hover:border-primary hover:text-primary"
          >
            {technology}
          </Link>
        </li>
      ))}
    </ul>
  )
}
