import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Page, QueryOf } from '#contract/endpoint.ts'
import type { FoundMessage, searchMessages as searchMessagesCall } from '#contract/messages.ts'
import { Id } from '#contract/values.ts'
import type { Db, Engine } from '../lib/db.ts'
import { listedPicture } from '../lib/listed.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { readRows } from '../lib/prepared.ts'
import { hasWords, requireWords } from '../search/search.ts'
import { holdsWord } from '../search/searchable.ts'
import type { Services } from '../services.ts'
import { toMessage } from './message-rows.ts'
import { listMessagesById } from './messages.queries.ts'
import { loadQuotes } from './quotes.queries.ts'

/** Messages per batch (X1), in each of which a dozen words may nearly occur. */
const STEP = 250

type Source = Pick<Services, 'db' | 'engine'>

/**
 * The messages of this person in which every word occurs, newest first, in conversations that they can open. Walks
 * the index of the messages of one person in batches, however many others there are.
 */
export async function searchMessages(
  { db, engine }: Source,
  userId: string,
  { q, userId: peerId, ...query }: QueryOf<typeof searchMessagesCall>,
): Promise<Page<FoundMessage>> {
  const words = requireWords(q)
  const people = await listPeople(db, userId, peerId)
  const asked = { userId, words, engine, isShown: (id: string) => people.has(id) }
  const hits = merged(
    await findIn(db, sql.ref('sender_id'), asked),
    await findIn(db, sql.ref('receiver_id'), asked),
  )
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

type Asked = {
  userId: string
  words: string[]
  engine: Engine
  /** Of its conversation. */
  isShown: (conversationId: string) => boolean
}

/** Newest first. */
async function findIn(
  db: Db,
  column: RawBuilder<unknown>,
  { userId, words, engine, isShown }: Asked,
): Promise<Hit[]> {
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
          or ${sql.join(
            words.map((word) => holdsWord(engine, word)),
            sql` and `,
          )})
        order by id desc`,
    )
    found.push(
      ...hits.filter(
        ({ conversation_id, unindexed }) =>
          isShown(conversation_id) && (unindexed === null || hasWords(unindexed, words)),
      ),
    )
    if (!last) return found
    before = sql`and id < ${last.id}`
    await breathe()
  }
}

/** Of two lists that begin with the newest; to sort the hits of years would take long (X1). */
function merged(one: readonly Hit[], other: readonly Hit[]): Hit[] {
  const hits: Hit[] = []
  let place = 0
  for (const hit of one) {
    for (let next = other[place]; next && next.id > hit.id; next = other[place]) {
      hits.push(next)
      place += 1
    }
    hits.push(hit)
  }
  return hits.concat(other.slice(place))
}
