import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '../lib/clock.ts'
import { fullName, postedAgo } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cn } from '../ui/cn.ts'
import { HighlightedText } from './HighlightedText.tsx'
import { optionId } from './option-id.ts'
import type { Found } from './search.api.ts'

type Result = { key: string; to: string; picture: ReactNode; title: string; details: string }

type SearchResultsProps = { id: string; found: Found; q: string; active: number }

export function SearchResults({ id, found, q, active }: SearchResultsProps) {
  const now = useNow()
  const results = resultsOf(found, now)
  if (results.length === 0) return <div id={id} role="listbox" aria-label="Results" tabIndex={-1} />
  return (
    <div id={id} role="listbox" aria-label="Results" tabIndex={-1}>
      {results.map((result, place) => (
        <Link
          key={result.key}
          id={optionId(id, place)}
          role="option"
          aria-selected={place === active}
          to={result.to}
          className={cn(
            'flex items-center gap-3 px-4 py-3 text-text no-underline hover:bg-hover',
            place === active && 'bg-hover outline-2 outline-focus -outline-offset-2',
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
      ))}
    </div>
  )
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')

function resultsOf({ kind, page }: Found, now: number): Result[] {
  if (kind === 'projects') {
    return page.items.map((project) => ({
      key: project._id,
      to: paths.project(project._id),
      picture: <Thumbnail src={project.gallery[0]} />,
      title: project.title,
      details: joined(fullName(project.owner), project.category, project.projectSkills.join(', ')),
    }))
  }
  if (kind === 'developers') {
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
  }
  return page.items.map((offer) => ({
    key: offer._id,
    to: paths.offer(offer._id),
    picture: (
      <Avatar src={offer.owner?.avatar} name={offer.owner?.name} surname={offer.owner?.surname} size={10} />
    ),
    title: offer.position,
    details: joined(offer.company, offer.location, offer.skills.join(', '), postedAgo(offer.createdAt, now)),
  }))
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
