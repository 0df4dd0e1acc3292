import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
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

export type Question<Value> = {
  /** Requests with the same repository run sequentially. */
  repository: string
  path: string
  /** The known keys of the response; another shape counts as a failure of the host. */
  shape: z.ZodType<Value>
  /** The value for a repository without a commit. */
  whenEmpty?: Value
  /** The fallback request for too large a response. */
  smaller?: { path: string; change: (value: Value) => Value }
  failure: string
}

type Needs = Pick<Services, 'db' | 'config' | 'log'>

/** Caches responses of the repository host for an hour, revalidates by ETag, serves stale ones while it is unavailable. */
export function createProviderCache({ db, config, log }: Needs) {
  const runExclusive = createKeyedMutex()
  const pauses = new LRUCache<string, true>({ max: MAX_PAUSES, ttl: PAUSE_MS, perf: Date, ttlResolution: 0 })
  let limitedUntil = 0

  async function findFresh<Value>(question: Question<Value>): Promise<Cached<Value> | undefined> {
    const cached = await findResponse(db, question.path)
    if (!cached || Date.parse(cached.checked_at) < Date.now() - FRESH_MS) return undefined
    if (cached.body === null) throw notFound()
    return { value: JSON.parse(cached.body), asOf: null }
  }

  async function ask<Value>(question: Question<Value>): Promise<Cached<Value>> {
    const { path } = question
    const cached = await findResponse(db, path)
    try {
      if (Date.now() < limitedUntil || pauses.has(path)) throw new UnavailableError('paused')
      const value = await learn(question, cached?.status === 200 ? cached.etag : null)
      if (value === 'unchanged') {
        await touchResponse(db, path, now())
        return { value: JSON.parse(cached?.body ?? 'null'), asOf: null }
      }
      await storeResponse(
        db,
        { path, status: 200, body: JSON.stringify(value.value), etag: value.etag },
        now(),
      )
      return { value: value.value, asOf: null }
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      pause(path, error)
      if (!cached) throw unavailable(question.failure)
      if (cached.body === null) throw notFound()
      return { value: JSON.parse(cached.body), asOf: cached.checked_at }
    }
  }

  /** Requests a value and drops unknown keys; a missing repository is cached as such, and 404. */
  async function learn<Value>(question: Question<Value>, etag: string | null) {
    const { path, shape, whenEmpty, smaller } = question
    const { answer, change } = await askSmaller(path, etag, smaller)
    if (answer.kind === 'unchanged') return 'unchanged'
    if (answer.kind === 'empty' && whenEmpty !== undefined) return { value: whenEmpty, etag: null }
    if (answer.kind !== 'content') {
      await storeResponse(db, { path, status: 404, etag: null, body: null }, now())
      throw notFound()
    }
    const parsed = shape.safeParse(answer.content)
    if (!parsed.success) throw new UnavailableError('answer of another shape')
    return { value: change(parsed.data), etag: answer.etag }
  }

  async function askSmaller<Value>(
    path: string,
    etag: string | null,
    smaller: Question<Value>['smaller'],
  ): Promise<{ answer: ProviderResponse; change: (value: Value) => Value }> {
    try {
      return { answer: await requestProvider(config, path, etag), change: (value) => value }
    } catch (error) {
      if (!(error instanceof ResponseTooLargeError) || !smaller) throw error
      return { answer: await requestProvider(config, smaller.path, null), change: smaller.change }
    }
  }

  function pause(path: string, reason: UnavailableError): void {
    if (reason.message === 'paused') return
    log.warn({ path, reason: reason.message }, 'repository host is unavailable')
    if (reason.limitedUntil !== undefined) limitedUntil = reason.limitedUntil
    pauses.set(path, true)
  }

  return async <Value>(question: Question<Value>): Promise<Cached<Value>> =>
    (await findFresh(question)) ??
    // The previous request may have fetched the same path.
    runExclusive(question.repository, async () => (await findFresh(question)) ?? ask(question))
}
