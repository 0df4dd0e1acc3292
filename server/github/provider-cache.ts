import type { z } from 'zod'
import { notFound, unavailable } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import type { Services } from '../services.ts'
import { findResponse, storeResponse, touchResponse } from './github.queries.ts'
import {
  type ProviderResponse,
  ResponseTooLargeError,
  requestProvider,
  UnavailableError,
} from './provider.ts'

const FRESH_MS = 3_600_000
/** After a failure a path is not asked for again at once; whoever comes gets what is kept. */
const PAUSE_MS = 60_000
const MAX_PAUSES = 10_000

/** What the host answered, and since when it could not be asked again (null when all is well). */
export type Kept<Value> = { value: Value; asOf: string | null }

export type Question<Value> = {
  /** Those with the same one are asked one after the other. */
  repository: string
  path: string
  /** The known keys of the answer; another shape counts as a failure of the host. */
  shape: z.ZodType<Value>
  /** What stands for a repository without a commit. */
  whenEmpty?: Value
  /** Asked instead when the answer is too large. */
  smaller?: { path: string; change: (value: Value) => Value }
  failure: string
}

type Needs = Pick<Services, 'db' | 'config' | 'log'>

/** Answers of the repository host, kept for an hour, confirmed by ETag, and shown with their age while it is away. */
export function createProviderCache({ db, config, log }: Needs) {
  const turns = new Map<string, Promise<unknown>>()
  const pauses = new Map<string, number>()
  let limitedUntil = 0

  async function findFresh<Value>(question: Question<Value>): Promise<Kept<Value> | undefined> {
    const kept = await findResponse(db, question.path)
    if (!kept || Date.parse(kept.checked_at) < Date.now() - FRESH_MS) return undefined
    if (kept.body === null) throw notFound()
    return { value: JSON.parse(kept.body), asOf: null }
  }

  async function ask<Value>(question: Question<Value>): Promise<Kept<Value>> {
    const { path } = question
    const kept = await findResponse(db, path)
    try {
      const pausedUntil = Math.max(limitedUntil, pauses.get(path) ?? 0)
      if (Date.now() < pausedUntil) throw new UnavailableError('paused')
      const value = await learn(question, kept?.status === 200 ? kept.etag : null)
      if (value === 'unchanged') {
        await touchResponse(db, path, now())
        return { value: JSON.parse(kept?.body ?? 'null'), asOf: null }
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
      if (!kept) throw unavailable(question.failure)
      if (kept.body === null) throw notFound()
      return { value: JSON.parse(kept.body), asOf: kept.checked_at }
    }
  }

  /** The answer cut to the known keys; a repository that is not there is kept as such, and 404. */
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
    log.warn({ path, reason: reason.message }, 'repository host is away')
    if (reason.limitedUntil !== undefined) limitedUntil = reason.limitedUntil
    if (pauses.size >= MAX_PAUSES) pauses.clear()
    pauses.set(path, Date.now() + PAUSE_MS)
  }

  /** One request at a time for each repository. */
  function inTurn<Result>(repository: string, act: () => Promise<Result>): Promise<Result> {
    const mine = (turns.get(repository) ?? Promise.resolve()).then(act)
    const settled = mine.then(
      () => {},
      () => {},
    )
    turns.set(repository, settled)
    void settled.then(() => turns.get(repository) === settled && turns.delete(repository))
    return mine
  }

  return async <Value>(question: Question<Value>): Promise<Kept<Value>> =>
    (await findFresh(question)) ??
    // Whoever was before may have asked for the same.
    inTurn(question.repository, async () => (await findFresh(question)) ?? ask(question))
}
