import { queryOptions } from '@tanstack/react-query'
import { getHandle } from '#contract/handles.ts'
import { apiQuery } from '../lib/api-query.ts'

/** The owner of a short address. */
export const handleQuery = (handle: string) =>
  queryOptions({ queryKey: ['handles', handle], queryFn: apiQuery(getHandle, { params: { handle } }) })

/** The handle in the first path segment, `@ana`; undefined for any other word. */
export const handleIn = (segment = ''): string | undefined =>
  segment.startsWith('@') ? segment.slice(1).toLowerCase() : undefined
