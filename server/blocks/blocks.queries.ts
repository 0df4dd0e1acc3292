import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { BlockedPerson } from '#contract/blocks.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import { m } from '#contract/texts.ts'
import type { Db, Tx } from '../lib/db.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { listedPicture } from '../lib/listed.ts'
import { countRows, rangeOf } from '../lib/paging.ts'
import { prepared, preparedForRows, readRows } from '../lib/prepared.ts'

/** The cap of one person (X3). */
const MAX_BLOCKS = 5000

/** 404 for an unknown person, 400 for oneself. */
export async function requireBlockable(db: Db, userId: string, peerId: string): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', peerId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (userId === peerId) throw badRequest(m.blocks_self())
}

/** Whether this changed anything; 409 beyond the cap. */
export async function insertBlock(tx: Tx, userId: string, peerId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const inserted = await tx
    .insertInto('blocks')
    .values({ user_id: userId, peer_id: peerId, created_at: now() })
    .onConflict((known) => known.columns(['user_id', 'peer_id']).doNothing())
    .returning('peer_id')
    .execute()
  if (inserted.length > 0 && Number(count) >= MAX_BLOCKS) {
    throw conflict('LIMIT_REACHED', m.blocks_cap({ max: MAX_BLOCKS }))
  }
  return inserted.length > 0
}

export async function deleteBlock(tx: Tx, userId: string, peerId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('blocks')
    .where('user_id', '=', userId)
    .where('peer_id', '=', peerId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const blockedPeople = (db: Db, userId: string) =>
  db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.peer_id')
    .where('blocks.user_id', '=', userId)
    .where('users.deactivated_at', 'is', null)

export const countBlocks = (db: Db, userId: string): Promise<number> => countRows(blockedPeople(db, userId))

export async function listBlocks(db: Db, userId: string, query: ListQuery): Promise<Page<BlockedPerson>> {
  const { limit, offset } = rangeOf(query)
  const direction = query.sort === 'oldest' ? 'asc' : 'desc'
  const total = await countBlocks(db, userId)
  const rows = await blockedPeople(db, userId)
    .select(['users.id', 'users.name', 'users.surname', 'users.avatar', 'users.role'])
    .orderBy('blocks.created_at', direction)
    .orderBy('blocks.peer_id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const items = rows.map(({ id, avatar, role, ...person }) => ({
    ...{ _id: id, ...person },
    avatar: listedPicture(avatar),
    role: { type: role },
  }))
  return { items, total }
}

/** The people blocked by this person. */
export async function hasBlocked(db: Db, userId: string, peerId: string): Promise<boolean> {
  return (await findBlocks(db, [{ user_id: userId, peer_id: peerId }])).length > 0
}

type Pair = { user_id: string; peer_id: string }

/** The pairs of which the first has blocked the second. */
export const findBlocks = preparedForRows((db, pairs: Pair[]) =>
  db
    .selectFrom('blocks')
    .select(['user_id', 'peer_id'])
    .where((eb) =>
      eb.or(
        pairs.map(({ user_id, peer_id }) =>
          eb.and([eb('user_id', '=', user_id), eb('peer_id', '=', peer_id)]),
        ),
      ),
    ),
)

/** The people on either side of a block with this person. */
export async function listHidden(db: Db, userId: string): Promise<Set<string>> {
  const rows = await selectHidden(db, { userId, same: userId })
  return new Set(rows.map(({ id }) => id))
}

const selectHidden = prepared((db, { userId, same }: { userId: string; same: string }) =>
  db
    .selectFrom('blocks')
    .select('peer_id as id')
    .where('user_id', '=', userId)
    .unionAll(db.selectFrom('blocks').select('user_id as id').where('peer_id', '=', same)),
)

/** Rows hidden from the lists of a reader; nearly always empty. */
export type Hidden = {
  /** Identifies the hidden rows, for cached counts. */
  key: string
  /** Ids of hidden people. */
  people: RawBuilder<unknown>
  /** Ids of hidden offers. */
  offers: RawBuilder<unknown>
}

type Reader = { id: string } | undefined

/** The people hidden from the lists of this reader (TALK-04); undefined for none, and for visitors. */
export async function hiddenFrom(db: Db, reader: Reader): Promise<Hidden | undefined> {
  if (!reader) return undefined
  const ids = await listHidden(db, reader.id)
  if (ids.size === 0) return undefined
  const own = sql`select peer_id from blocks where user_id = ${reader.id}`
  return {
    // A hash: thousands of ids would be in every key of a cached count (X5).
    key: `${reader.id} ${hash('sha256', [...ids].sort().join(' '))}`,
    people: sql`(${own} union all select user_id from blocks where peer_id = ${reader.id})`,
    offers: sql`(select hidden.id from offers as hidden where hidden.owner_id in (${own}))`,
  }
}

type Matches = Record<'from' | 'where' | 'id', RawBuilder<unknown>>

/** The number of hidden matches. */
export async function countHidden(db: Db, matches: Matches, ids: RawBuilder<unknown>): Promise<number> {
  const { from, where, id } = matches
  const rows = await readRows(
    db,
    sql<{ count: number }>`select count(*) as count ${from} where ${where} and ${id} in ${ids}`,
  )
  return Number(rows[0]?.count ?? 0)
}
