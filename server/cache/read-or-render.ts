import type { FastifyRequest } from 'fastify'
import { LIMIT_RULES } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import type { CachedResponse } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** The cached response, or a new one, which counts against the renderings of the client's address (429, X4). */
export async function readOrRender(
  { limits }: Pick<Services, 'limits'>,
  cache: ResponseCache,
  { address }: FastifyRequest,
  key: string,
  render: (key: string) => CachedResponse | Promise<CachedResponse>,
): Promise<CachedResponse> {
  const known = cache.find(key)
  if (known) return known
  await limits.take(LIMIT_RULES.render, address)
  return cache.get(key, render)
}
