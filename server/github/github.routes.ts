import { z } from 'zod'
import { isUrl } from '#contract/formats.ts'
import {
  getRepository,
  getRepositoryLanguages,
  getRepositoryTree,
  Repository,
  RepositoryTree,
} from '#contract/github.ts'
import { m, type Text } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { languagesPath, repositoryPath, treePath, wholeTreePath } from './api-paths.ts'
import { isLinked } from './github.queries.ts'
import { createProviderCache } from './provider-cache.ts'

const MAX_ENTRIES = 20_000
const MAX_TREE_BYTES = 990_000
const MAX_LANGUAGES = 100

type Named = { params: { owner: string; repo: string } }

export const githubRoutes = (services: Services) => {
  const { db } = services
  const cachedResponse = createProviderCache(services)

  /** Only repositories linked by a project, which prevents an open proxy (P8), and only public ones. */
  const findFor =
    (failure: Text) =>
    async ({ params }: Named) => {
      const repository = `${params.owner}/${params.repo}`.toLowerCase()
      if (!(await isLinked(db, repository))) throw notFound()
      const found = await cachedResponse({
        repository,
        path: repositoryPath(repository),
        shape: CachedRepository,
        failure,
      })
      // Our token may have access to private repositories.
      if (found.value.private) throw notFound()
      return { repository, ...found }
    }

  return [
    route(getRepository, {
      find: findFor(m.github_repository_failed),
      handle: async ({ found: { value, asOf } }) => ({ ...value, as_of: asOf }),
    }),

    route(getRepositoryTree, {
      find: findFor(m.github_tree_failed),
      handle: async ({ found: { repository, value }, params }) => {
        // The branch is that of the cached response, never one chosen by the caller (P8).
        if (params.branch !== value.default_branch) throw notFound()
        const branch = value.default_branch
        const { value: tree, asOf } = await cachedResponse({
          repository,
          path: wholeTreePath(repository, branch),
          shape: CachedTree,
          whenEmpty: { tree: [], truncated: false },
          // For a very large repository the first level is better than nothing.
          smaller: { path: treePath(repository, branch), change: (first) => ({ ...first, truncated: true }) },
          failure: m.github_tree_failed,
        })
        return { ...tree, as_of: asOf }
      },
    }),

    route(getRepositoryLanguages, {
      find: findFor(m.github_languages_failed),
      handle: async ({ found: { repository } }) => {
        const { value: languages, asOf } = await cachedResponse({
          repository,
          path: languagesPath(repository),
          shape: CachedLanguages,
          failure: m.github_languages_failed,
        })
        return { languages, as_of: asOf }
      },
    }),
  ]
}

/** Keys that are cached; all others are dropped. */
const CachedRepository = Repository.omit({ as_of: true }).extend({
  default_branch: z.string().min(1).max(255),
  html_url: z.string().refine((url) => isUrl(url)),
  private: z.boolean().optional(),
})

const CachedTree = RepositoryTree.omit({ as_of: true }).transform(({ tree, truncated }) => {
  const first = firstEntries(tree)
  return { tree: first, truncated: truncated || first.length < tree.length }
})

/** As many entries as P8 and the size of a list (X2) allow. */
function firstEntries<Entry>(tree: readonly Entry[]): Entry[] {
  let bytes = 0
  const end = tree.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
    return index === MAX_ENTRIES || bytes > MAX_TREE_BYTES
  })
  return end === -1 ? [...tree] : tree.slice(0, end)
}

const CachedLanguages = z
  .record(z.string(), z.number().int().min(0))
  .transform((languages) => Object.fromEntries(Object.entries(languages).slice(0, MAX_LANGUAGES)))
