import { sql } from 'kysely'
import type { Page, ResponseOf } from '#contract/endpoint.ts'
import type { listLog as listLogCall } from '#contract/moderation.ts'
import type { Db } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { countRows, rangeOf } from '../lib/paging.ts'
import { nextTurn } from '../lib/turns.ts'

type LogEntry = ResponseOf<typeof listLogCall>['items'][number]

type NewEntry = {
  moderatorId: string
  act: string
  thing?: { kind: string; id: string | null } | undefined
  reason?: string | undefined
}

/**
 * Adds to the append-only log (MOD-05): triggers of the database refuse changes. It holds
 * ids, and texts of moderators.
 */
export async function insertLog(db: Db, { moderatorId, act, thing, reason = '' }: NewEntry): Promise<void> {
  await db
    .insertInto('moderation_log')
    .values({
      id: newId(),
      at: now(),
      moderator_id: moderatorId,
      act,
      thing_kind: thing?.kind ?? null,
      thing_id: thing?.id ?? null,
      reason,
    })
    .execute()
}

/** Entries per batch of a search (X1). */
const STEP = 1000

/** Newest first. `q` searches acts, reasons, names of moderators, kinds and ids of things. */
export async function listLog(
  db: Db,
  { q, ...range }: { q: string; page: number; limit: number },
): Promise<Page<LogEntry>> {
  const { limit, offset } = rangeOf(range)
  const found = q === '' ? undefined : await findEntries(db, q)
  const total = found?.length ?? (await countRows(db.selectFrom('moderation_log')))
  const ids = found?.slice(offset, offset + limit)
  if (ids?.length === 0) return { items: [], total }
  const entries = db.selectFrom('moderation_log as log').orderBy('log.id', 'desc')
  const rows = await (ids ? entries.where('log.id', 'in', ids) : entries.limit(limit).offset(offset))
    .innerJoin('users', 'users.id', 'log.moderator_id')
    .select([
      'log.id',
      'log.at',
      'log.act',
      'log.thing_kind',
      'log.thing_id',
      'log.reason',
      'log.moderator_id',
      'users.name',
      'users.surname',
    ])
    .execute()
  return {
    total,
    items: rows.map((row) => ({
      _id: row.id,
      at: row.at,
      moderator: { _id: row.moderator_id, name: `${row.name} ${row.surname}`.trim() },
      act: row.act,
      thing: row.thing_kind === null ? null : { kind: row.thing_kind, _id: row.thing_id },
      reason: row.reason,
    })),
  }
}

/** The ids of the entries that contain `q`, newest first: the log only grows, so it is read in batches. */
async function findEntries(db: Db, q: string): Promise<string[]> {
  const like = `%${q.toLowerCase().replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
  const found: string[] = []
  for (let last: string | undefined; ; await nextTurn()) {
    const { rows } = await sql<{ id: string; matches: number | boolean }>`
      select log.id, lower(log.act || ' ' || log.reason || ' ' || coalesce(log.thing_kind, '') || ' ' ||
          coalesce(cast(log.thing_id as text), '') || ' ' || users.name || ' ' || users.surname)
        like ${like} escape '\\' as matches
      from moderation_log as log inner join users on users.id = log.moderator_id
      ${last === undefined ? sql`` : sql`where log.id < ${last}`}
      order by log.id desc limit ${STEP}`.execute(db)
    for (const { id, matches } of rows) if (matches) found.push(id)
    if (rows.length < STEP) return found
    last = rows.at(-1)?.id
  }
}
