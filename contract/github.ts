import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isRepositoryPart } from './repository-link.ts'
import { m } from './texts.ts'

const Part = z.string().refine(isRepositoryPart)
const RepositoryParams = z.object({ owner: Part, repo: Part })

/** Time of the cached response; set if the provider is unavailable (decision 41). */
const asOf = { as_of: z.string().nullable() }

export const Repository = z.object({
  full_name: z.string(),
  default_branch: z.string(),
  html_url: z.string(),
  ...asOf,
})
export type Repository = z.infer<typeof Repository>

export const RepositoryTree = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string() })),
  truncated: z.boolean(),
  ...asOf,
})
export type RepositoryTree = z.infer<typeof RepositoryTree>

export const RepositoryLanguages = z.object({ languages: z.record(z.string(), z.number()), ...asOf })
export type RepositoryLanguages = z.infer<typeof RepositoryLanguages>

/** Extensions of hidden files (VAL-50). */
export const IGNORED_ENDINGS = ['.md', '.yml', '.yaml', '.json', '.lock', '.gitignore'] as const

export const getRepository = endpoint({
  method: 'GET',
  path: '/github/repos/:owner/:repo',
  access: 'anyone',
  shows: [],
  summary: 'A linked repository, from our cache',
  params: RepositoryParams,
  failure: m.github_repository_failed,
  response: Repository,
})

export const getRepositoryTree = endpoint({
  method: 'GET',
  path: '/github/repos/:owner/:repo/git/trees/:branch',
  access: 'anyone',
  shows: [],
  summary: 'Its files',
  params: RepositoryParams.extend({ branch: z.string().max(255) }),
  failure: m.github_tree_failed,
  response: RepositoryTree,
})

export const getRepositoryLanguages = endpoint({
  method: 'GET',
  path: '/github/repos/:owner/:repo/languages',
  access: 'anyone',
  shows: [],
  summary: 'Its languages, in bytes',
  params: RepositoryParams,
  failure: m.github_languages_failed,
  response: RepositoryLanguages,
})
