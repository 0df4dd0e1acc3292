import { useQuery } from '@tanstack/react-query'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import type { Study } from '#contract/careers.ts'
import { texts } from '#contract/texts.ts'
import { ProfileList } from '../devs/ProfileList.tsx'
import { CareerCard } from './CareerCard.tsx'
import { CAREERS_PER_PAGE, studiesQuery } from './careers.api.ts'

type StudyListProps = {
  developerId: string
  page: number
  /** Only for the owner. */
  onEdit?: ((study: Study) => void) | undefined
  onRemove?: ((study: Study) => void) | undefined
}

export function StudyList({ developerId, page, onEdit, onRemove }: StudyListProps) {
  const studies = useQuery(studiesQuery(developerId, page))
  return (
    <ProfileList
      list={studies}
      things="studies"
      perPage={CAREERS_PER_PAGE}
      failure={texts.careers.studiesFailed}
      empty={{
        title: 'There are no studies to show',
        text: onEdit && 'Degrees, courses and certificates.',
      }}
      skeletonClass="h-36"
    >
      {(study) => (
        <CareerCard
          title={study.degree}
          place={study.instituteName}
          logo={study.instituteLogo}
          icon={<GraduationCap />}
          startDate={study.startDate}
          endDate={study.endDate}
          ongoing={texts.careers.ongoingStudy}
          description={study.description}
          tools={onEdit && onRemove && { onEdit: () => onEdit(study), onRemove: () => onRemove(study) }}
        />
      )}
    </ProfileList>
  )
}
