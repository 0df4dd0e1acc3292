import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { fullName, postedAgo } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cn } from '../ui/cn.ts'
import { HighlightedText } from './HighlightedText.tsx'
import type { Found } from './search.api.ts'

export type Result = { key: string; to: string; picture: ReactNode; title: string; details: string }

type ResultOptionProps = {
  id: string
  result: Result
  q: string
  isActive: boolean
  onOpen?: ((event: MouseEvent) => void) | undefined
  tabIndex?: number | undefined
}

/** A result as an option of a listbox. */
export function ResultOption({ id, result, q, isActive, onOpen, tabIndex }: ResultOptionProps) {
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isActive}
      to={result.to}
      onClick={onOpen}
      tabIndex={tabIndex}
      className={cn(
        'flex items-center gap-3 px-4 py-3 text-text no-underline hover:bg-hover',
        isActive && 'bg-hover outline-2 outline-focus -outline-offset-2',
      )}
    >
      {result.picture}
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <HighlightedText text={result.title} words={q} />
        </span>{' '}
        <span className="block truncate text-muted text-sm">
          <HighlightedText text={result.details} words={q} />
        </span>
      </span>
    </Link>
  )
}

export const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')

export function resultsOf({ kind, page }: Found, now: number): Result[] {
  switch (kind) {
    case 'projects':
      return page.items.map((project) => ({
        key: project._id,
        to: paths.project(project._id),
        picture: <Thumbnail src={project.gallery[0]} />,
        title: project.title,
        details: joined(
          fullName(project.owner),
          m.general_category_name({ category: project.category }),
          project.projectSkills.join(', '),
        ),
      }))
    case 'developers':
      return page.items.map((person) => ({
        key: person._id,
        to: paths.developer(person._id),
        picture: <Avatar src={person.avatar} name={person.name} surname={person.surname} size={10} />,
        title: fullName(person),
        details: joined(
          person.role.developer.professionalPosition,
          person.role.developer.location,
          person.role.developer.skills.join(', '),
        ),
      }))
    case 'offers':
      return page.items.map((offer) => ({
        key: offer._id,
        to: paths.offer(offer._id),
        picture: (
          <Avatar
            src={offer.owner?.avatar}
            name={offer.owner?.name}
            surname={offer.owner?.surname}
            size={10}
          />
        ),
        title: offer.position,
        details: joined(
          offer.company,
          offer.location,
          offer.skills.join(', '),
          postedAgo(offer.createdAt, now),
        ),
      }))
  }
}

function Thumbnail({ src }: { src: string | undefined }) {
  if (!src) return <span className="h-10 w-14 shrink-0 rounded-control bg-neutral-bg" />
  return (
    <img
      src={smallPicture(src)}
      alt=""
      width={56}
      height={40}
      loading="lazy"
      className="h-10 w-14 shrink-0 rounded-control bg-neutral-bg object-cover"
    />
  )
}

const smallPicture = (src: string) => (/\/files\/[\w-]+\.webp$/.test(src) ? `${src}?w=160` : src)
