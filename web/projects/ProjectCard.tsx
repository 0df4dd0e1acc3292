import Heart from 'lucide-react/icons/heart'
import { Link } from 'react-router'
import type { ListedProject } from '#contract/projects.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { formatCount, fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Tag } from '../ui/Tag.tsx'

/** PROJ-14 */
const CHIPS = 5

type ProjectCardProps = {
  project: ListedProject
  /** Adds the category, for lists of one category (PROJ-11). */
  showCategory?: boolean | undefined
  /** The query string for the detail page and back (ROUTE-07). */
  query?: string | undefined
  /** Loads the cover eagerly, for cards of the first screen. */
  priority?: boolean | undefined
  /** Heading level; the size stays. */
  level?: 2 | 3 | undefined
}

/** The cover first; the whole card opens the project. */
export function ProjectCard({ project, showCategory, query = '', priority, level = 2 }: ProjectCardProps) {
  const { owner } = project
  const linkOf = useSkillLinks(paths.projects())
  const [cover] = project.gallery
  const Heading = `h${level}` as const
  return (
    <Card as="article" interactive padding="none" className="group flex h-full flex-col overflow-hidden">
      <div className="relative aspect-[16/10] overflow-hidden bg-neutral-bg">
        {cover ? (
          <Picture
            src={cover}
            alt=""
            sizes="(min-width: 1200px) 380px, (min-width: 640px) 50vw, 100vw"
            priority={priority}
            className="size-full object-cover transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transform-none"
          />
        ) : (
          <p className="grid size-full place-items-center text-muted text-sm">{m.projects_no_image()}</p>
        )}
        {showCategory && project.badgeText && (
          <Tag tone="primary" className="absolute top-3 left-3">
            {m.general_category_name({ category: project.badgeText })}
          </Tag>
        )}
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 grid place-items-center bg-scrim py-2 font-medium text-sm text-white opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
        >
          {m.projects_view_project()}
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <Heading className="text-lg">
          <Link to={paths.project(project._id) + query} className={cardLinkStyles}>
            <span className="sr-only">{m.projects_view_project_named()} </span>
            <span lang={languageOf(project.title)}>{project.title}</span>
          </Link>
        </Heading>
        <ChipList items={project.projectSkills} max={CHIPS} linkOf={linkOf} />
        <p className="mt-auto flex items-center gap-2.5 text-muted text-sm">
          <Avatar src={owner.avatar} name={owner.name} surname={owner.surname} size={10} />
          <span className="truncate">{fullName(owner)}</span>
          {project.likes > 0 && (
            <span className="ml-auto flex shrink-0 items-center gap-1.5">
              <Heart aria-hidden="true" className="size-4" />
              <span aria-hidden="true" className="tabular-nums">
                {formatCount(project.likes)}
              </span>
              <span className="sr-only">{m.projects_likes_count({ count: project.likes })}</span>
            </span>
          )}
        </p>
      </div>
    </Card>
  )
}
