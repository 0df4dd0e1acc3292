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
import { Card } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'

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
  /** Heading level; the size stays. */
  level?: 2 | 3 | undefined
}

/** The whole card opens the profile (DIR-07 to DIR-09). */
export function DeveloperCard({
  developer,
  highlightedSkills,
  showCategories,
  level = 2,
}: DeveloperCardProps) {
  const { professionalPosition, experienceYears, location, skills } = developer.role.developer
  const linkOf = useSkillLinks(paths.developers())
  const Heading = `h${level}` as const
  return (
    <Card as="article" interactive className="flex h-full flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar src={developer.avatar} name={developer.name} surname={developer.surname} size={16} />
        <div className="min-w-0">
          <Heading className="wrap-anywhere text-lg">
            <Link
              to={paths.developer(developer._id)}
              className="text-text no-underline after:absolute after:inset-0 after:rounded-card hover:text-primary"
            >
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
            {developer.projectCategories.map((category) => m.general_category_name({ category })).join(', ')}
          </li>
        )}
      </ul>
    </Card>
  )
}
