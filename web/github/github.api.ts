import { queryOptions } from '@tanstack/react-query'
import { getRepository, getRepositoryLanguages, getRepositoryTree } from '#contract/github.ts'
import { apiQuery } from '../lib/api-query.ts'

type Names = { owner: string; repo: string }

const STALE_MS = 10 * 60_000

export const repositoryQuery = (names: Names) =>
  queryOptions({
    queryKey: ['github', names, 'repository'],
    queryFn: apiQuery(getRepository, { params: names }),
    staleTime: STALE_MS,
  })

export const treeQuery = (names: Names, branch: string | undefined) =>
  queryOptions({
    queryKey: ['github', names, 'tree', branch],
    queryFn: apiQuery(getRepositoryTree, { params: { ...names, branch: branch ?? '' } }),
    enabled: branch !== undefined,
    staleTime: STALE_MS,
  })

export const languagesQuery = (names: Names) =>
  queryOptions({
    queryKey: ['github', names, 'languages'],
    queryFn: apiQuery(getRepositoryLanguages, { params: names }),
    staleTime: STALE_MS,
  })
