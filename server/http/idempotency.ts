import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { m } from '#contract/texts.ts'
import { deleteOlder } from '../lib/batches.ts'
import type { Db } from '../lib/db.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { countCreated } from '../quota/usage.queries.ts'
import type { Services } from '../services.ts'
import { API_PREFIX } from './api-prefix.ts'

/** Time to live of responses (G19). */
export const TTL_MS = 24 * 3600 * 1000
/** A call interrupted by the death of its process blocks its key for this long. */
const ABANDONED_MS = 60_000

/** Calls whose responses hold tokens or other secrets, which are not stored. */
const SECRET_PATHS = ['/users/login', '/users/second-factor', '/users/passkeys', '/users/oidc']

type Key = { userId: string; path: string; key: string }
type StoredResponse = { status: number; body: unknown }

export const isRepeatable = ({ method, path, sends }: Endpoint): boolean =>
  method === 'POST' && !sends && !SECRET_PATHS.some((secret) => path.startsWith(secret))

/** The idempotency key of a POST by a signed-in person (G19), if the request has one. */
export function idempotencyKey(
  endpoint: Endpoint,
  { headers, caller }: FastifyRequest,
  params: unknown,
): Key | undefined {
  const key = headers['idempotency-key']
  if (!isRepeatable(endpoint) || caller === undefined || typeof key !== 'string') return undefined
  if (!z.uuid().safeParse(key).success) throw badRequest(m.general_invalid())
  return { userId: caller.id, path: pathOf(endpoint, params), key: key.toLowerCase() }
}

/** The path in one spelling, whatever was percent-encoded in the request. */
const pathOf = ({ path }: Endpoint, params: unknown): string =>
  API_PREFIX +
  path.replaceAll(/:(\w+)/g, (_, name: string) => String((params as Record<string, string>)[name]))

/**
 * Runs `act` once for this user, path and key, and replays its response to repeated requests (G19). An error is not
 * stored: the call can be retried. While the first request runs, a second one gets 409. With `replay` only the id of
 * the created row is stored, and the response is read again; without it the body, which must be small (X3).
 */
export async function runOnce(
  { db, quota }: Pick<Services, 'db' | 'quota'>,
  key: Key,
  act: () => Promise<StoredResponse>,
  replay?: (id: string) => Promise<unknown>,
): Promise<StoredResponse> {
  const isClaimed = await db.transaction().execute(async (tx) => {
    if (!(await claim(tx, key))) return false
    // Maintenance deletes them after a day, so their bytes are not counted.
    await countCreated(tx, [{ subject: key.userId, kind: 'idempotencyKey', bytes: 0 }])
    await quota.requireRoom(tx, key.userId, 'idempotencyKey')
    return true
  })
  if (!isClaimed) {
    const { status, body } = await storedResponse(db, key)
    return { status, body: replay ? await replay(idIn(body)) : body }
  }
  try {
    const response = await act()
    await db
      .updateTable('idempotency_keys')
      .set({ status: response.status, body: storedBody(response, replay !== undefined) })
      .where('user_id', '=', key.userId)
      .where('path', '=', key.path)
      .where('key', '=', key.key)
      .execute()
    return response
  } catch (error) {
    await release(db, key)
    throw error
  }
}

/** Limits the stored bytes of a key. */
const MAX_STORED_LENGTH = 1024

function storedBody({ body }: StoredResponse, isReadAgain: boolean): string {
  const stored = JSON.stringify(isReadAgain ? { _id: idIn(body) } : (body ?? null))
  if (stored.length > MAX_STORED_LENGTH)
    throw new Error('A response of this size needs `replay` in its route.')
  return stored
}

const idIn = (body: unknown): string => (body as { _id?: string } | null)?._id ?? ''

async function claim(db: Db, key: Key): Promise<boolean> {
  const abandoned = new Date(Date.now() - ABANDONED_MS).toISOString()
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id: key.userId, path: key.path, key: key.key, created_at: now() })
    .onConflict((taken) =>
      taken
        .columns(['user_id', 'path', 'key'])
        .doUpdateSet({ created_at: now() })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.created_at', '<', abandoned),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function storedResponse(db: Db, key: Key): Promise<StoredResponse> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['status', 'body'])
    .where('user_id', '=', key.userId)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (!row || row.status === null) throw conflict('CONFLICT', m.general_conflict())
  return { status: row.status, body: JSON.parse(row.body ?? 'null') }
}

async function release(db: Db, key: Key): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', key.userId)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .execute()
}

/** Part of scheduled maintenance. */
export const deleteExpiredIdempotencyKeys = (db: Db): Promise<void> =>
  deleteOlder(db, 'idempotency_keys', 'created_at', new Date(Date.now() - TTL_MS).toISOString())
