import { useQuery } from '@tanstack/react-query'
import Briefcase from 'lucide-react/icons/briefcase'
import type { Experience } from '#contract/careers.ts'
import { texts } from '#contract/texts.ts'
import { ProfileList } from '../devs/ProfileList.tsx'
import { Es } from '../ui/Es.tsx'
import { CareerCard } from './CareerCard.tsx'
import { CAREERS_PER_PAGE, experiencesQuery } from './careers.api.ts'

type ExperienceListProps = {
  developerId: string
  page: number
  /** Only for the owner. */
  onEdit?: ((experience: Experience) => void) | undefined
  onRemove?: ((experience: Experience) => void) | undefined
}

export function ExperienceList({ developerId, page, onEdit, onRemove }: ExperienceListProps) {
  const experiences = useQuery(experiencesQuery(developerId, page))
  return (
    <ProfileList
      list={experiences}
      things="experiences"
      perPage={CAREERS_PER_PAGE}
      failure={<Es>{texts.careers.experiencesFailed}</Es>}
      empty={{
        title: 'There are no experiences to show',
        text: onEdit && 'Where you have worked, and what you did there.',
      }}
      skeletonClass="h-36"
    >
      {(experience) => (
        <CareerCard
          title={experience.position}
          place={experience.company}
          logo={experience.companyLogo}
          icon={<Briefcase />}
          startDate={experience.startDate}
          endDate={experience.endDate}
          ongoing={<Es>{texts.careers.ongoingExperience}</Es>}
          description={experience.description}
          skills={experience.experienceSkills}
          tools={
            onEdit && onRemove && { onEdit: () => onEdit(experience), onRemove: () => onRemove(experience) }
          }
        />
      )}
    </ProfileList>
  )
}
