import Eye from 'lucide-react/icons/eye'
import Heart from 'lucide-react/icons/heart'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import type { ProfileProject } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { formatCount } from '../lib/format.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Tag } from '../ui/Tag.tsx'
import { shownViews } from './shown-views.ts'

/** PROF-36 */
const CHIPS = { mobile: 4, desktop: 3 }

type ProfileProjectCardProps = {
  project: ProfileProject
  /** Only for the owner. */
  tools?: { onEdit: () => void; onRemove: () => void } | undefined
}

/** A project in the list of its developer; the whole card opens it (PROF-21). */
export function ProfileProjectCard({ project, tools }: ProfileProjectCardProps) {
  const isDesktop = useMediaQuery('(min-width: 768px)')
  const linkOf = useSkillLinks(paths.projects())
  const [cover] = project.gallery
  return (
    <Card as="article" interactive padding="none" className="group flex flex-col overflow-hidden sm:flex-row">
      <div className="relative aspect-[16/10] shrink-0 bg-neutral-bg sm:aspect-auto sm:w-52">
        {cover ? (
          <Picture
            src={cover}
            alt=""
            sizes="(min-width: 640px) 208px, 100vw"
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <p className="grid size-full place-items-center text-muted text-sm">{m.projects_no_image()}</p>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-5">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="text-lg">
              <Link to={paths.project(project._id)} className={cardLinkStyles}>
                {project.title}
              </Link>
            </h3>
            <p className="mt-0.5 text-muted text-sm">
              {[m.general_category_name({ category: project.category }), project.year]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {(project.state === 'draft' || project.pinned) && (
              <p className="mt-2 flex flex-wrap gap-2">
                {project.state === 'draft' && (
                  <Tag tone="yellow" className="h-auto min-h-6 py-0.5 [&>span]:whitespace-normal">
                    {m.projects_draft_note()}
                  </Tag>
                )}
                {project.pinned && (
                  <Tag tone="primary" className="[&_svg]:inline">
                    <Pin aria-hidden="true" /> {m.projects_pinned()}
                  </Tag>
                )}
              </p>
            )}
          </div>
          {tools && (
            <div className="relative z-10 -mt-2 -mr-2 flex shrink-0">
              <IconButton
                label={m.general_edit_named({ title: project.title })}
                size="sm"
                onClick={tools.onEdit}
              >
                <Pencil aria-hidden="true" />
              </IconButton>
              <IconButton
                label={m.general_remove_named({ title: project.title })}
                size="sm"
                onClick={tools.onRemove}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </div>
          )}
        </div>
        <ChipList
          items={project.projectSkills}
          max={isDesktop ? CHIPS.desktop : CHIPS.mobile}
          linkOf={linkOf}
        />
        <p className="mt-auto flex items-center gap-4 text-muted text-sm">
          <span className="flex items-center gap-1.5">
            <Heart aria-hidden="true" className="size-4" />
            {formatCount(project.likes)}
            <span className="sr-only">{m.projects_likes_after_count()}</span>
          </span>
          <span className="flex items-center gap-1.5">
            <Eye aria-hidden="true" className="size-4" />
            {formatCount(shownViews(project.views))}
            <span className="sr-only">{m.projects_views_after_count()}</span>
          </span>
        </p>
      </div>
    </Card>
  )
}
