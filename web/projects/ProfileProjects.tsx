import { useQuery } from '@tanstack/react-query'
import type { ProfileProject } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { ProfileList } from '../devs/ProfileList.tsx'
import { Es } from '../ui/Es.tsx'
import { ProfileProjectCard } from './ProfileProjectCard.tsx'
import { developerProjectsQuery, PROFILE_PROJECTS_PER_PAGE } from './projects.api.ts'

type ProfileProjectsProps = {
  developerId: string
  page: number
  /** Only for the owner. */
  onEdit?: ((project: ProfileProject) => void) | undefined
  onRemove?: ((project: ProfileProject) => void) | undefined
}

export function ProfileProjects({ developerId, page, onEdit, onRemove }: ProfileProjectsProps) {
  const projects = useQuery(developerProjectsQuery(developerId, page, onEdit !== undefined))
  return (
    <ProfileList
      list={projects}
      things={m.projects_things()}
      perPage={PROFILE_PROJECTS_PER_PAGE}
      failure={<Es>{m.projects_of_developer_failed()}</Es>}
      empty={{
        title: m.projects_none_to_show(),
        text: onEdit && m.projects_empty_hint(),
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
