import Briefcase from 'lucide-react/icons/briefcase'
import Layers from 'lucide-react/icons/layers'
import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router'
import type { DevCard } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { BridgeArc } from '../ui/BridgeArc.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { Picture } from '../ui/Picture.tsx'

function yearsText(experienceYears: string): string {
  if (Number(experienceYears) === 0) return m.devs_under_a_year()
  return experienceYears === '1' ? m.devs_one_year() : m.devs_years({ experienceYears })
}

type DeveloperCardProps = {
  developer: DevCard
  /** Skills of the filter, shown first and in green. */
  highlightedSkills?: readonly string[] | undefined
  /** Adds the categories of the projects; 'Other' without one (DIR-15). */
  showCategories?: boolean | undefined
  /** The cover is seen at once: it does not wait for the scroll. */
  priority?: boolean | undefined
  /** Heading level; the size stays. */
  level?: 2 | 3 | undefined
}

/** A picture of the person's work, then the person; the whole card opens the profile (DIR-07 to DIR-09). */
export function DeveloperCard({
  developer,
  highlightedSkills,
  showCategories,
  priority,
  level = 2,
}: DeveloperCardProps) {
  const { professionalPosition, experienceYears, location, skills } = developer.role.developer
  const linkOf = useSkillLinks(paths.developers())
  const Heading = `h${level}` as const
  return (
    <Card as="article" interactive padding="none" className="group flex h-full flex-col overflow-hidden">
      <div aria-hidden="true" className="relative aspect-[5/2] overflow-hidden bg-sunken">
        {developer.cover ? (
          <Picture
            src={developer.cover}
            alt=""
            sizes="(min-width: 1200px) 380px, (min-width: 640px) 50vw, 100vw"
            priority={priority}
            className="size-full object-cover transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transform-none"
          />
        ) : (
          <BridgeArc className="absolute inset-x-0 bottom-0 h-full w-full" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-4 px-5 pb-5">
        <div className="flex gap-4">
          <Avatar
            src={developer.avatar}
            name={developer.name}
            surname={developer.surname}
            size={16}
            className="-mt-6 bg-surface ring-4 ring-surface"
          />
          <div className="min-w-0 pt-3">
            <Heading className="wrap-anywhere text-lg">
              <Link to={paths.developer(developer._id)} className={cardLinkStyles}>
                {fullName(developer)}
              </Link>
            </Heading>
            {professionalPosition && (
              <p className="wrap-anywhere mt-0.5 text-muted text-sm">{professionalPosition}</p>
            )}
          </div>
        </div>
        {skills.length > 0 && <ChipList items={skills} highlighted={highlightedSkills} linkOf={linkOf} />}
        <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          {location && (
            <li className="flex min-w-0 items-center gap-1.5">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              <span className="wrap-anywhere min-w-0">{location}</span>
            </li>
          )}
          {experienceYears !== '' && (
            <li className="flex items-center gap-1.5">
              <Briefcase aria-hidden="true" className="size-4 shrink-0" />
              {yearsText(experienceYears)}
            </li>
          )}
          {showCategories && developer.projectCategories.length > 0 && (
            <li className="flex w-full items-center gap-1.5">
              <Layers aria-hidden="true" className="size-4 shrink-0" />
              <span className="sr-only">{m.devs_projects_in()} </span>
              {developer.projectCategories
                .map((category) => m.general_category_name({ category }))
                .join(', ')}
            </li>
          )}
        </ul>
      </div>
    </Card>
  )
}
