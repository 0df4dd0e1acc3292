import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * Keys of an endpoint's cached responses: its path and the parameters that its schemas declare. Unknown query
 * parameters share the entry, so they cannot fill the cache.
 */
export function apiKeys({ path, query }: Endpoint): (params: unknown, query: unknown) => string {
  if (!(query instanceof z.ZodObject)) throw new Error(`The query of ${path} must be an object schema`)
  const names = Object.keys(query.shape)
  return (params, given) => {
    const values = (given ?? {}) as Record<string, unknown>
    return JSON.stringify([path, params, names.map((name) => values[name])])
  }
}

/**
 * The address of a page with the query parameters that it reads, in the order of `names`. It is the key of the
 * rendered page and the rendered address: an unknown parameter of one request must not appear in the response to another.
 */
export function pageAddress({ pathname, searchParams }: URL, names: readonly string[]): string {
  const known = new URLSearchParams()
  for (const name of names) {
    const value = searchParams.get(name)
    if (value) known.set(name, value)
  }
  return known.size > 0 ? `${pathname}?${known}` : pathname
}
