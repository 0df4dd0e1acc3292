import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { useInView } from '../ui/use-in-view.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { moreProjectsQuery } from './projects.api.ts'

const SHOWN = 3

/** Other projects of the owner, loaded near the end of the page; nothing without any. */
export function MoreProjects({ project: { _id, owner } }: { project: Project }) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { data } = useQuery({ ...moreProjectsQuery(owner._id), enabled: isInView })
  const others = data?.items.filter((other) => other._id !== _id).slice(0, SHOWN) ?? []
  return (
    <div ref={ref}>
      {others.length > 0 && (
        <section aria-labelledby="more-projects" className="page-width pb-8">
          <h2 id="more-projects" className="mb-4 text-2xl">
            {m.projects_more_by({ name: owner.name })}
          </h2>
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
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
