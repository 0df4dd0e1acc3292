import type { ProjectChange } from '#contract/projects.ts'
import { repositoryOf } from '#contract/repository-link.ts'
import { mapping, textList } from '../lib/mapping.ts'
import { searchText } from '../lib/search-text.ts'

/** The fields of a project and their columns. */
export const projectMapping = mapping('projects', {
  title: 'title',
  category: 'category',
  year: 'year',
  professionalRole: 'professional_role',
  duration: 'duration',
  projectSkills: textList('skills'),
  description: 'description',
  liveLink: 'live_link',
  githubProjectLink: 'github_link',
  codeSections: textList('code_sections'),
  codeLanguages: textList('code_languages'),
  gallery: textList('gallery'),
})

/** The fields of a project in lists, besides the excerpt of its description (X2). */
export const listedProjectMapping = mapping('projects', {
  title: 'title',
  category: 'category',
  year: 'year',
  projectSkills: textList('skills'),
  gallery: textList('gallery'),
})

/** The columns of a change, derived ones included. */
export function projectColumns(change: ProjectChange) {
  const { githubProjectLink: link, gallery } = change
  const repository = link === undefined ? undefined : repositoryOf(link)
  return {
    ...projectMapping.write(change),
    ...(link !== undefined && {
      repository: repository ? `${repository.owner}/${repository.repo}`.toLowerCase() : null,
    }),
    ...(gallery !== undefined && { gallery_size: gallery.length }),
  }
}

/** The fields of the home search, besides the owner's name (decision 39). */
const SEARCHED = ['title', 'category', 'projectSkills', 'description'] as const

type Searched = { [Key in (typeof SEARCHED)[number]]?: string | readonly string[] | undefined }

export const searchTextOf = (project: Searched, owner: { name: string; surname: string }) =>
  searchText([...SEARCHED.flatMap((key) => project[key] ?? []), owner.name, owner.surname])
