import ExternalLink from 'lucide-react/icons/external-link'
import GitBranch from 'lucide-react/icons/git-branch'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { EXTERNAL_LINK } from '../lib/external-link.ts'
import { formatCount, fullName } from '../lib/format.ts'
import { openChat } from '../lib/open-chat.ts'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { paths } from '../paths.ts'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Chip } from '../ui/Chip.tsx'
import { LikeButton } from './LikeButton.tsx'
import { shownViews } from './shown-views.ts'
import { useLike } from './use-like.ts'

/** The owner, the facts and the actions (PROJD-06 to PROJD-14). */
export function ProjectInfo({ project }: { project: Project }) {
  const like = useLike(project)
  const linkOf = useSkillLinks(paths.projects())
  const { id } = useAuth()
  const { owner } = project
  return (
    <Card as="section" padding="lg" aria-label={m.projects_about()}>
      <Link
        to={paths.developer(owner._id)}
        className="flex min-w-0 items-center gap-4 text-text no-underline hover:text-primary"
      >
        <Avatar src={owner.avatar} name={owner.name} surname={owner.surname} size={14} loading="eager" />
        <span className="min-w-0">
          <span className="block font-bold font-display text-lg">{fullName(owner)}</span>{' '}
          <span className="block text-muted text-sm">{owner.role.developer.professionalPosition}</span>
        </span>
      </Link>

      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-3 border-line border-t pt-5 md:max-wide:grid-cols-3">
        <Fact label={m.projects_likes()}>{formatCount(like.likes)}</Fact>
        <Fact label={m.projects_views()}>{formatCount(shownViews(project.views))}</Fact>
        <Fact label={m.general_category()}>{m.general_category_name({ category: project.category })}</Fact>
        <Fact label={m.projects_year()}>{project.year}</Fact>
        <Fact label={m.projects_role()}>{project.professionalRole}</Fact>
        <Fact label={m.projects_duration()}>{project.duration}</Fact>
      </dl>

      {project.projectSkills.length > 0 && (
        <ul aria-label={m.general_skills()} className="mt-5 flex flex-wrap gap-1.5">
          {project.projectSkills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Chip link={linkOf(skill)}>{skill}</Chip>
            </li>
          ))}
        </ul>
      )}

      <div className="mt-6 grid gap-2.5 empty:hidden">
        {project.state !== 'draft' && <LikeButton like={like} />}
        <Links project={project} />
        {project.state !== 'draft' && (
          <ShareButtons centered path={paths.project(project._id)} title={project.title} />
        )}
        {id !== owner._id && <ReportButton kind="project" id={project._id} className="text-muted" />}
      </div>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === '') return null
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function Links({ project }: { project: Project }) {
  const { id } = useAuth()
  const { liveLink, githubProjectLink, owner } = project
  const isOwner = id === owner._id
  const outside = {
    ...EXTERNAL_LINK,
    className: buttonStyles({ variant: 'outline', full: true }),
  }
  return (
    <>
      {liveLink && (
        <a href={liveLink} {...outside}>
          <ExternalLink aria-hidden="true" />
          {m.projects_live()}
        </a>
      )}
      {githubProjectLink && (
        <a href={githubProjectLink} {...outside}>
          <GitBranch aria-hidden="true" />
          GitHub
        </a>
      )}
      {/* "Contact button shows only with a live link, signed-in viewer who is not the owner" (decision 63). */}
      {liveLink && id !== undefined && !isOwner && (
        <Button
          variant="outline"
          full
          onClick={() => openChat.with({ ...owner, role: { type: 'developer' } })}
        >
          <MessageCircle aria-hidden="true" />
          {m.general_contact()}
        </Button>
      )}
      {isOwner && (
        <Link
          to={paths.editProject(project._id)}
          className={buttonStyles({ variant: 'outline', full: true })}
        >
          <Pencil aria-hidden="true" />
          {m.projects_edit()}
        </Link>
      )}
    </>
  )
}
