import { useQuery } from '@tanstack/react-query'
import type { ListedProject } from '#contract/projects.ts'
import { texts } from '#contract/texts.ts'
import { ProfileList } from '../devs/ProfileList.tsx'
import { Es } from '../ui/Es.tsx'
import { ProfileProjectCard } from './ProfileProjectCard.tsx'
import { developerProjectsQuery, PROFILE_PROJECTS_PER_PAGE } from './projects.api.ts'

type ProfileProjectsProps = {
  developerId: string
  page: number
  /** Only for the owner. */
  onEdit?: ((project: ListedProject) => void) | undefined
  onRemove?: ((project: ListedProject) => void) | undefined
}

export function ProfileProjects({ developerId, page, onEdit, onRemove }: ProfileProjectsProps) {
  const projects = useQuery(developerProjectsQuery(developerId, page))
  return (
    <ProfileList
      list={projects}
      things="projects"
      perPage={PROFILE_PROJECTS_PER_PAGE}
      failure={<Es>{texts.projects.ofDeveloperFailed}</Es>}
      empty={{
        title: texts.projects.noneToShow,
        text: onEdit && 'Show what you have built: images, code and the challenges you solved.',
      }}
      skeletonClass="h-48"
    >
      {(project) => (
        <ProfileProjectCard
          project={project}
          tools={onEdit && onRemove && { onEdit: () => onEdit(project), onRemove: () => onRemove(project) }}
        />
      )}
    </ProfileList>
  )
}
