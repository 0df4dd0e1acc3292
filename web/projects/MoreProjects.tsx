import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { CARD_ROW } from '../ui/card-row.ts'
import { useInView } from '../ui/use-in-view.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { moreProjectsQuery } from './projects.api.ts'

/** The projects behind this one in the order of the profile, loaded near the end of the page; nothing without any. */
export function MoreProjects({ project: { _id, owner } }: { project: Project }) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { data } = useQuery({ ...moreProjectsQuery(owner._id, _id), enabled: isInView })
  const others = data?.items ?? []
  const [next] = others
  return (
    <div ref={ref}>
      {next && (
        <section aria-labelledby="more-projects" className="page-width pb-8">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="more-projects" className="text-2xl">
              {m.projects_more_by({ name: owner.name })}
            </h2>
            <Link
              to={paths.project(next._id)}
              className="inline-flex min-h-6 items-center gap-1.5 text-link pointer-coarse:min-h-11"
            >
              <span>
                {m.projects_next()} <span lang={languageOf(next.title)}>{next.title}</span>
              </span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          </div>
          <ul
            aria-labelledby="more-projects"
            // Three of them, two in two columns.
            className={`${CARD_ROW} sm:grid-cols-2 lg:grid-cols-3 max-lg:sm:[&>:nth-child(3)]:hidden`}
          >
            {others.map((other) => (
              <li key={other._id}>
                <ProjectCard project={other} level={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
