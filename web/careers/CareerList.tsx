import { useQuery } from '@tanstack/react-query'
import { ProfileList } from '../devs/ProfileList.tsx'
import { CareerCard } from './CareerCard.tsx'
import { CAREER_TEXTS } from './career-texts.tsx'
import { CAREERS_PER_PAGE, type Career, type CareerKind, careersQuery } from './careers.api.ts'

type CareerListProps = {
  kind: CareerKind
  developerId: string
  page: number
  /** Only for the owner. */
  onEdit?: ((career: Career) => void) | undefined
  onRemove?: ((career: Career) => void) | undefined
}

export function CareerList({ kind, developerId, page, onEdit, onRemove }: CareerListProps) {
  const careers = useQuery(careersQuery(kind, developerId, page))
  const { things, failure, emptyTitle, emptyHint } = CAREER_TEXTS[kind]
  return (
    <ProfileList
      list={careers}
      things={things()}
      perPage={CAREERS_PER_PAGE}
      failure={failure()}
      empty={{ title: emptyTitle(), text: onEdit && emptyHint() }}
      skeletonClass="h-36"
    >
      {(career) => (
        <CareerCard
          kind={kind}
          career={career}
          tools={onEdit && onRemove && { onEdit: () => onEdit(career), onRemove: () => onRemove(career) }}
        />
      )}
    </ProfileList>
  )
}
