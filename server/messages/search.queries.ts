import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Page, QueryOf } from '#contract/endpoint.ts'
import type { FoundMessage, searchMessages as searchMessagesCall } from '#contract/messages.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '../lib/db.ts'
import { listedPicture } from '../lib/listed.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { readRows } from '../lib/prepared.ts'
import { hasWords, requireWords } from '../search/search.ts'
import { toMessage } from './message-rows.ts'
import { listMessagesById } from './messages.queries.ts'
import { loadQuotes } from './quotes.queries.ts'

/** Messages per batch (X1). */
const STEP = 2000

/**
 * The messages of this person in which every word occurs, newest first, in conversations that they can open. Walks
 * the index of the messages of one person in batches, however many others there are.
 */
export async function searchMessages(
  db: Db,
  userId: string,
  { q, userId: peerId, ...query }: QueryOf<typeof searchMessagesCall>,
): Promise<Page<FoundMessage>> {
  const words = requireWords(q)
  const people = await listPeople(db, userId, peerId)
  const hits = [
    ...(await findIn(db, sql.ref('sender_id'), userId, words)),
    ...(await findIn(db, sql.ref('receiver_id'), userId, words)),
  ].filter(({ conversation_id }) => people.has(conversation_id))
  hits.sort((a, b) => (a.id < b.id ? 1 : -1))
  if (query.sort === 'oldest') hits.reverse()
  const { offset, limit } = rangeOf(query)
  const ids = hits.slice(offset, offset + limit).map(({ id }) => id)
  const rows = inOrder(ids, await listMessagesById(db, ids))
  const quotes = await loadQuotes(db, rows)
  const items = rows.flatMap((row) => {
    const person = people.get(row.conversation_id)
    return person ? [{ ...toMessage(row, userId, quotes), person }] : []
  })
  return { items, total: hits.length }
}

/** The other people by conversation, or a single one: neither deactivated nor declined. */
async function listPeople(
  db: Db,
  userId: string,
  peerId: string,
): Promise<Map<string, FoundMessage['person']>> {
  if (peerId !== '' && !Id.safeParse(peerId).success) return new Map()
  const rows = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('users as person', 'person.id', 'side.peer_id')
    .select([
      'side.conversation_id',
      'person.id',
      'person.name',
      'person.surname',
      'person.avatar',
      'person.role',
    ])
    .where('side.user_id', '=', userId)
    .$if(peerId !== '', (some) => some.where('side.peer_id', '=', peerId))
    .where('side.declined_at', 'is', null)
    .where('person.deactivated_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ conversation_id, id, avatar, role, ...name }) => [
      conversation_id,
      { _id: id, ...name, avatar: listedPicture(avatar), role: { type: role } },
    ]),
  )
}

/** `unindexed`: the text that this person sees where `search_text` differs. */
type Hit = { id: string; conversation_id: string; unindexed: string | null }

/** After an edit hidden by the receiver's block, or from a node of the former release. */
const unindexedFor = (userId: string) => sql`case
  when own_text is not null and sender_id = ${userId} then own_text
  when search_text is null then text end`

async function findIn(db: Db, column: RawBuilder<unknown>, userId: string, words: string[]): Promise<Hit[]> {
  const found: Hit[] = []
  for (let before: RawBuilder<unknown> = sql``; ; ) {
    const those = sql`from messages where ${column} = ${userId} ${before}`
    const [last] = await readRows(
      db,
      sql<{ id: string }>`select id ${those} order by id desc limit 1 offset ${sql.lit(STEP - 1)}`,
    )
    const within = last ? sql`and id >= ${last.id}` : sql``
    const hits = await readRows(
      db,
      sql<Hit>`select id, conversation_id, ${unindexedFor(userId)} as unindexed ${those} ${within}
        and moderated_at is null and (withheld is null or sender_id = ${userId})
        and (own_text is not null and sender_id = ${userId} or search_text is null
          or ${sql.join(words.map(has), sql` and `)})`,
    )
    found.push(...hits.filter(({ unindexed }) => unindexed === null || hasWords(unindexed, words)))
    if (!last) return found
    before = sql`and id < ${last.id}`
    await breathe()
  }
}

/** Literal text, never a pattern. */
const has = (word: string) =>
  sql`search_text like ${`%${word.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`} escape '\\'`
