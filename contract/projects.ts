import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { flag, from, ListQuery, paging, word, words } from './lists.ts'
import { DeveloperRef } from './owners.ts'
import { m } from './texts.ts'
import {
  CATEGORIES,
  description,
  FileUrl,
  Id,
  IdParams,
  LIMITS,
  MAX_GALLERY,
  name,
  optionalName,
  skills,
  Time,
  text,
  url,
  year,
} from './values.ts'
import { WARNINGS } from './warnings.ts'

const PROJECT_STATES = ['draft', 'published'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

/** Languages of code sections. */
export const CODE_LANGUAGES = [
  'Bash',
  'C',
  'C#',
  'C++',
  'CSS',
  'Dart',
  'Elixir',
  'Go',
  'HTML',
  'Java',
  'JavaScript',
  'JSON',
  'Kotlin',
  'PHP',
  'Python',
  'Ruby',
  'Rust',
  'SQL',
  'Swift',
  'Terraform',
  'TypeScript',
  'YAML',
] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

/** Projects pinned to the start of a profile. */
export const MAX_PINNED = 3

export const Project = z
  .object({
    _id: Id,
    title: z.string(),
    category: z.string(),
    year: z.number(),
    professionalRole: z.string(),
    duration: z.string(),
    projectSkills: z.array(z.string()),
    description: z.string(),
    liveLink: z.string(),
    githubProjectLink: z.string(),
    codeSections: z.array(z.string()),
    /** One for each code section; '' where none was chosen. */
    codeLanguages: z.array(z.string()),
    gallery: z.array(FileUrl),
    views: z.number().int(),
    likes: z.number().int(),
    liked: z.boolean(),
    owner: DeveloperRef,
    createdAt: Time,
    updatedAt: Time,
    badgeText: z.string(),
    state: z.enum(PROJECT_STATES),
    /** The sign of a scam in its texts; null for its owner, always (TRUST-03). */
    warning: z.enum(WARNINGS).nullable(),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

/** A project in lists (X2): `description` is an excerpt, `gallery` has the cover alone. */
export const ListedProject = Project.omit({
  professionalRole: true,
  duration: true,
  liveLink: true,
  githubProjectLink: true,
  codeSections: true,
  codeLanguages: true,
  state: true,
  warning: true,
}).meta({ id: 'ListedProject' })
export type ListedProject = z.infer<typeof ListedProject>

/** A project in the list of its developer; drafts are for their owner only (FLOW-06). */
export const ProfileProject = ListedProject.extend({
  state: z.enum(PROJECT_STATES),
  pinned: z.boolean(),
}).meta({ id: 'ProfileProject' })
export type ProfileProject = z.infer<typeof ProfileProject>

const tooManySections = () => m.general_too_many_entries({ max: LIMITS.codeSections })

const fields = z.object({
  title: name(m.projects_title_required),
  category: z.enum(CATEGORIES, { error: m.projects_category_required }),
  year: year(),
  professionalRole: optionalName().optional(),
  duration: optionalName().optional(),
  projectSkills: skills().optional(),
  description: description().optional(),
  liveLink: url().optional(),
  githubProjectLink: url().optional(),
  codeSections: z
    .array(text(LIMITS.codeSection, { lines: 'code' }))
    .max(LIMITS.codeSections, { error: tooManySections })
    .nullable()
    .optional(),
  codeLanguages: z
    .array(z.enum(['', ...CODE_LANGUAGES], { error: m.general_invalid }))
    .max(LIMITS.codeSections, { error: tooManySections })
    .nullable()
    .optional(),
  gallery: z
    .array(text(LIMITS.url))
    .max(MAX_GALLERY, { error: m.projects_gallery_max })
    .nullable()
    .transform((list) => (list ?? []).filter((image) => image !== ''))
    .optional(),
  state: z.enum(PROJECT_STATES, { error: m.general_invalid }).optional(),
})

type Code = Pick<z.output<typeof fields>, 'codeSections' | 'codeLanguages'>

/** Without empty sections; each has its language, which goes with it and is not changed without. */
function withCode<Input extends Code>({ codeSections, codeLanguages, ...rest }: Input) {
  if (codeSections === undefined) return rest
  const code = (codeSections ?? []).map((section, index) => [section, codeLanguages?.[index] ?? ''] as const)
  const written = code.filter(([section]) => section !== '')
  return {
    ...rest,
    codeSections: written.map(([section]) => section),
    codeLanguages: written.map(([, language]) => language),
  }
}

type WithCode<Input> = Omit<Input, keyof Code> & { codeSections?: string[]; codeLanguages?: string[] }

export const ProjectInput = fields.transform((input): WithCode<typeof input> => withCode(input))
export type ProjectInput = z.output<typeof ProjectInput>
export const ProjectChange = fields.partial().transform((input): WithCode<typeof input> => withCode(input))
export type ProjectChange = z.output<typeof ProjectChange>

export const ProjectFilters = z.object({ ...paging, category: word(), skills: words(), withGallery: flag() })
export type ProjectFilters = z.output<typeof ProjectFilters>

export const listProjects = listEndpoint({
  method: 'GET',
  path: '/projects',
  access: 'anyone',
  shows: ['projects', 'people'],
  summary: 'Projects',
  query: ProjectFilters,
  failure: m.projects_fetch_failed,
  item: ListedProject,
})

export const searchProjects = listEndpoint({
  method: 'GET',
  path: '/projects/search',
  access: 'anyone',
  limits: ['search'],
  shows: ['projects', 'people'],
  summary: 'Projects in which every word of the query occurs',
  query: z.object({ ...paging, q: word(), from: from() }),
  failure: m.projects_search_failed,
  item: ListedProject,
})

/**
 * `order=views` puts the most viewed first; otherwise pinned ones come first, then the owner's order, then the latest
 * year. `drafts` adds drafts for the owner and has no effect for others. `after`, the id of a project, starts the list
 * behind it and continues with those before it, without the project itself.
 */
export const OwnProjectsQuery = ListQuery.extend({
  order: word().transform((value) => (value === 'views' ? value : 'year')),
  drafts: flag(),
  after: word(),
})
export type OwnProjectsQuery = z.output<typeof OwnProjectsQuery>

export const listProjectsOfDeveloper = listEndpoint({
  method: 'GET',
  path: '/projects/developer/:id',
  access: 'anyone',
  shows: ['projects', 'people', 'views'],
  summary: 'Projects of one developer, in the order of the profile or by views',
  params: IdParams,
  query: OwnProjectsQuery,
  failure: m.projects_of_developer_failed,
  item: ProfileProject,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/:id',
  access: 'anyone',
  shows: ['projects', 'people', 'views'],
  summary: 'One project',
  params: IdParams,
  failure: m.projects_one_failed,
  response: Project,
})

export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  access: 'developer',
  changes: ['projects'],
  summary: 'Stores a project, published or as a draft',
  body: ProjectInput,
  status: 201,
  failure: m.projects_create_failed,
  response: Project,
})

export const updateProject = endpoint({
  method: 'PUT',
  path: '/projects/:id',
  access: 'developer',
  changes: ['projects'],
  summary: 'Changes an own project',
  params: IdParams,
  body: ProjectChange,
  failure: m.projects_update_failed,
  response: Project,
})

/** More than the quota allows. */
const MAX_ORDERED = 1000

/** Each list replaces the former one; without `pinned` the pins stay, empty `ids` mean the latest year first. */
export const ProjectOrder = z.object({
  ids: z
    .array(Id)
    .max(MAX_ORDERED, { error: m.general_invalid })
    .refine((ids) => new Set(ids).size === ids.length, { error: m.general_invalid }),
  pinned: z
    .array(Id)
    .max(MAX_PINNED, { error: () => m.projects_pinned_max({ max: MAX_PINNED }) })
    .optional(),
})
export type ProjectOrder = z.output<typeof ProjectOrder>

export const orderProjects = endpoint({
  method: 'PUT',
  path: '/projects/order',
  access: 'developer',
  changes: ['projects'],
  summary: 'Sets the order and the pins of the own projects; those that are not named come last',
  body: ProjectOrder,
  status: 204,
  failure: m.projects_order_failed,
})

export const deleteProject = endpoint({
  method: 'PUT',
  path: '/projects/:id/soft-delete',
  access: 'developer',
  changes: ['projects'],
  summary: 'Deletes an own project',
  params: IdParams,
  failure: m.general_request_failed,
  response: z.object({ message: z.string(), _id: Id }),
})
