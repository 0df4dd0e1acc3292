import { sql } from 'kysely'
import type { Page, ResponseOf } from '#contract/endpoint.ts'
import type { listLog as listLogCall } from '#contract/moderation.ts'
import type { Db } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { countRows, rangeOf } from '../lib/paging.ts'

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

/** Newest first. `q` searches acts, reasons, names of moderators, kinds and ids of things. */
export async function listLog(
  db: Db,
  { q, ...range }: { q: string; page: number; limit: number },
): Promise<Page<LogEntry>> {
  const like = `%${q.toLowerCase().replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
  const matches = db
    .selectFrom('moderation_log as log')
    .innerJoin('users', 'users.id', 'log.moderator_id')
    .$if(q !== '', (query) =>
      query.where(
        sql<boolean>`lower(log.act || ' ' || log.reason || ' ' || coalesce(log.thing_kind, '') || ' ' ||
          coalesce(cast(log.thing_id as text), '') || ' ' || users.name || ' ' || users.surname) like ${like} escape '\\'`,
      ),
    )
  const total = await countRows(matches)
  const { limit, offset } = rangeOf(range)
  const rows = await matches
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
    .orderBy('log.id', 'desc')
    .limit(limit)
    .offset(offset)
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
