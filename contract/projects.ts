import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { flag, from, ListQuery, paging, word, words } from './lists.ts'
import { DeveloperRef } from './owners.ts'
import { texts } from './texts.ts'
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
    gallery: z.array(FileUrl),
    views: z.number().int(),
    likes: z.number().int(),
    liked: z.boolean(),
    owner: DeveloperRef,
    createdAt: Time,
    updatedAt: Time,
    badgeText: z.string(),
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
}).meta({ id: 'ListedProject' })
export type ListedProject = z.infer<typeof ListedProject>

export const ProjectInput = z.object({
  title: name(texts.projects.titleRequired),
  category: z.enum(CATEGORIES, { error: texts.projects.categoryRequired }),
  year: year(),
  professionalRole: optionalName().optional(),
  duration: optionalName().optional(),
  projectSkills: skills().optional(),
  description: description().optional(),
  liveLink: url().optional(),
  githubProjectLink: url().optional(),
  codeSections: z
    .array(text(LIMITS.codeSection, { lines: 'many' }))
    .max(LIMITS.codeSections, texts.general.tooManyEntries(LIMITS.codeSections))
    .nullable()
    .transform((list) => (list ?? []).filter((section) => section !== ''))
    .optional(),
  gallery: z
    .array(text(LIMITS.url))
    .max(MAX_GALLERY, texts.projects.galleryMax)
    .nullable()
    .transform((list) => (list ?? []).filter((image) => image !== ''))
    .optional(),
})
export type ProjectInput = z.output<typeof ProjectInput>
export const ProjectChange = ProjectInput.partial()
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
  failure: texts.projects.fetchFailed,
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
  failure: texts.projects.searchFailed,
  item: ListedProject,
})

/** `order=views` puts the most viewed first; otherwise the latest year. */
export const OwnProjectsQuery = ListQuery.extend({
  order: word().transform((value) => (value === 'views' ? value : 'year')),
})
export type OwnProjectsQuery = z.output<typeof OwnProjectsQuery>

export const listProjectsOfDeveloper = listEndpoint({
  method: 'GET',
  path: '/projects/developer/:id',
  access: 'anyone',
  shows: ['projects', 'people', 'views'],
  summary: 'Projects of one developer, by year or by views',
  params: IdParams,
  query: OwnProjectsQuery,
  failure: texts.projects.ofDeveloperFailed,
  item: ListedProject,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/:id',
  access: 'anyone',
  shows: ['projects', 'people', 'views'],
  summary: 'One project',
  params: IdParams,
  failure: texts.projects.oneFailed,
  response: Project,
})

export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  access: 'developer',
  changes: ['projects'],
  summary: 'Publishes a project',
  body: ProjectInput,
  status: 201,
  failure: texts.projects.createFailed,
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
  failure: texts.projects.updateFailed,
  response: Project,
})

export const deleteProject = endpoint({
  method: 'PUT',
  path: '/projects/:id/soft-delete',
  access: 'developer',
  changes: ['projects'],
  summary: 'Deletes an own project',
  params: IdParams,
  failure: texts.general.requestFailed,
  response: z.object({ message: z.string(), _id: Id }),
})

export const LikeState = z.object({ liked: z.boolean(), likes: z.number().int() })

export const likeProject = endpoint({
  method: 'POST',
  path: '/projects/:id/like',
  access: 'signed-in',
  limits: ['like'],
  changes: ['projects'],
  summary: 'Toggles the like, or sets it with { liked }',
  params: IdParams,
  body: z.object({ liked: z.boolean() }).partial(),
  failure: texts.projects.likeFailed,
  response: LikeState,
})

export const getLikeStatus = endpoint({
  method: 'GET',
  path: '/projects/:id/like-status',
  access: 'signed-in',
  summary: 'Whether the caller likes the project',
  params: IdParams,
  failure: texts.projects.likeStatusFailed,
  response: LikeState,
})

export const viewProject = endpoint({
  method: 'PUT',
  path: '/projects/:id/view',
  access: 'anyone',
  changes: ['views'],
  summary: 'Counts a view',
  params: IdParams,
  failure: texts.projects.viewFailed,
  response: z.object({ views: z.number().int() }),
})
