import { queryOptions } from '@tanstack/react-query'
import { getRepository, getRepositoryLanguages, getRepositoryTree } from '#contract/github.ts'
import { call } from '../lib/api.ts'

type Names = { owner: string; repo: string }

const STALE_MS = 10 * 60_000

export const repositoryQuery = (names: Names) =>
  queryOptions({
    queryKey: ['github', names, 'repository'],
    queryFn: ({ signal }) => call(getRepository, { params: names, signal }),
    staleTime: STALE_MS,
  })

export const treeQuery = (names: Names, branch: string | undefined) =>
  queryOptions({
    queryKey: ['github', names, 'tree', branch],
    queryFn: ({ signal }) => call(getRepositoryTree, { params: { ...names, branch: branch ?? '' }, signal }),
    enabled: branch !== undefined,
    staleTime: STALE_MS,
  })

export const languagesQuery = (names: Names) =>
  queryOptions({
    queryKey: ['github', names, 'languages'],
    queryFn: ({ signal }) => call(getRepositoryLanguages, { params: names, signal }),
    staleTime: STALE_MS,
  })
