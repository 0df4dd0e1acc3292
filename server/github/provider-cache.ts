import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Text } from '#contract/texts.ts'
import { notFound, unavailable } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import type { Services } from '../services.ts'
import { findResponse, storeResponse, touchResponse } from './github.queries.ts'
import {
  type ProviderResponse,
  ResponseTooLargeError,
  requestProvider,
  UnavailableError,
} from './provider.ts'

const FRESH_MS = 3_600_000
/** After a failure a path is not requested again during this time; the stale response is served. */
const PAUSE_MS = 60_000
const MAX_PAUSES = 10_000

/** A response of the host; `asOf` is its time if the host is unavailable, else null. */
export type Cached<Value> = { value: Value; asOf: string | null }

export type RepositoryRequest<Value> = {
  /** Requests with the same repository run sequentially. */
  repository: string
  path: string
  /** The known keys of the response; another shape counts as a failure of the host. */
  shape: z.ZodType<Value>
  /** The value for a repository without a commit. */
  whenEmpty?: Value
  /** The fallback request for too large a response. */
  smaller?: { path: string; change: (value: Value) => Value }
  failure: Text
}

type Needs = Pick<Services, 'db' | 'config' | 'log' | 'outages'>
/** Without a value for a missing repository. */
type Stored<Value> = { etag: string | null; checked_at: string; value?: Value }

/** Caches responses of the repository host for an hour, revalidates by ETag, serves stale ones while it is unavailable. */
export function createProviderCache({ db, config, log, outages }: Needs) {
  const runExclusive = createKeyedMutex()
  const pauses = new LRUCache<string, true>({ max: MAX_PAUSES, ttl: PAUSE_MS, ttlResolution: 0 })
  let limitedUntil = 0

  /** The stored response, unless an older release stored it in another shape. */
  async function findStored<Value>(request: RepositoryRequest<Value>): Promise<Stored<Value> | undefined> {
    const row = await findResponse(db, request.path)
    if (!row) return undefined
    const { body, ...stored } = row
    if (body === null) return stored
    const { success, data } = request.shape.safeParse(JSON.parse(body))
    return success ? { ...stored, value: data } : undefined
  }

  async function findFresh<Value>(request: RepositoryRequest<Value>): Promise<Cached<Value> | undefined> {
    const stored = await findStored(request)
    if (!stored || Date.parse(stored.checked_at) < Date.now() - FRESH_MS) return undefined
    return { value: requireValue(stored), asOf: null }
  }

  async function findOrFetch<Value>(request: RepositoryRequest<Value>): Promise<Cached<Value>> {
    const { path, failure } = request
    const stored = await findStored(request)
    if (Date.now() >= limitedUntil && !pauses.has(path)) {
      try {
        return { value: await fetchValue(request, stored), asOf: null }
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error
        pause(path, error)
      }
    }
    if (!stored) throw unavailable(failure())
    return { value: requireValue(stored), asOf: stored.checked_at }
  }

  /** Fetches and caches a value without unknown keys; a missing repository is cached as such, and 404. */
  async function fetchValue<Value>(
    request: RepositoryRequest<Value>,
    stored: Stored<Value> | undefined,
  ): Promise<Value> {
    const { path, shape, whenEmpty } = request
    const store = (status: 200 | 404, body: string | null, etag: string | null) =>
      storeResponse(db, { path, status, body, etag }, now())
    const { response, change } = await fetchWithFallback(request, stored?.etag ?? null)
    if (response.kind === 'unchanged') {
      await touchResponse(db, path, now())
      return requireValue(stored)
    }
    if (response.kind === 'empty' && whenEmpty !== undefined) {
      await store(200, JSON.stringify(whenEmpty), null)
      return whenEmpty
    }
    if (response.kind !== 'content') {
      await store(404, null, null)
      throw notFound()
    }
    const parsed = shape.safeParse(response.content)
    if (!parsed.success) throw new UnavailableError('response of another shape')
    const value = change(parsed.data)
    await store(200, JSON.stringify(value), response.etag)
    return value
  }

  async function fetchWithFallback<Value>(
    { path, smaller }: RepositoryRequest<Value>,
    etag: string | null,
  ): Promise<{ response: ProviderResponse; change: (value: Value) => Value }> {
    try {
      const response = await requestProvider(config, path, etag)
      outages.worked('github')
      return { response, change: (value) => value }
    } catch (error) {
      if (!(error instanceof ResponseTooLargeError) || !smaller) throw error
      return { response: await requestProvider(config, smaller.path, null), change: smaller.change }
    }
  }

  function pause(path: string, reason: UnavailableError): void {
    log.warn({ path, reason: reason.message }, 'repository host is unavailable')
    if (!(reason instanceof ResponseTooLargeError)) outages.failed('github', reason.message)
    if (reason.limitedUntil !== undefined) limitedUntil = reason.limitedUntil
    pauses.set(path, true)
  }

  return async <Value>(request: RepositoryRequest<Value>): Promise<Cached<Value>> =>
    (await findFresh(request)) ??
    // The previous request may have fetched the same path.
    runExclusive(request.repository, async () => (await findFresh(request)) ?? findOrFetch(request))
}

function requireValue<Value>(stored: Stored<Value> | undefined): Value {
  if (stored?.value === undefined) throw notFound()
  return stored.value
}
