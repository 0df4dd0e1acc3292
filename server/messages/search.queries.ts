import { sql } from 'kysely'
import type { Page, QueryOf } from '#contract/endpoint.ts'
import type { FoundMessage, searchMessages as searchMessagesCall } from '#contract/messages.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '../lib/db.ts'
import { listedPicture } from '../lib/listed.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { readRows } from '../lib/prepared.ts'
import { nextTurn } from '../lib/turns.ts'
import { hasWords, requireWords } from '../search/search.ts'
import { holdsWord } from '../search/searchable.ts'
import type { Services } from '../services.ts'
import { toMessage } from './message-rows.ts'
import { listMessagesById } from './messages.queries.ts'
import { loadQuotes } from './quotes.queries.ts'

/** Messages per batch (X1), in each of which a dozen words may nearly occur. */
const BATCH = 250

type Source = Pick<Services, 'db' | 'engine'>

/**
 * The messages of this person in which every word occurs, newest first, in conversations that they can open. Walks
 * their conversations in batches.
 */
export async function searchMessages(
  { db, engine }: Source,
  userId: string,
  { q, userId: peerId, ...query }: QueryOf<typeof searchMessagesCall>,
): Promise<Page<FoundMessage>> {
  const words = requireWords(q)
  const conversations = await listConversations(db, userId, peerId)
  const found: Hit[][] = []
  for (const batch of batchesOf(conversations)) {
    found.push(await findWithin({ db, engine }, userId, words, batch))
    await nextTurn()
  }
  const hits = await mergeAll(found)
  if (query.sort === 'oldest') hits.reverse()
  const { offset, limit } = rangeOf(query)
  const ids = hits.slice(offset, offset + limit).map(({ id }) => id)
  const rows = inOrder(ids, await listMessagesById(db, ids))
  const quotes = await loadQuotes(db, rows)
  const people = new Map(conversations.map(({ id, person }) => [id, person]))
  const items = rows.flatMap((row) => {
    const person = people.get(row.conversation_id)
    return person ? [{ ...toMessage(row, userId, quotes), person }] : []
  })
  return { items, total: hits.length }
}

type Conversation = { id: string; lastSeq: number; person: FoundMessage['person'] }

/** With everybody, or with one person: neither deactivated nor declined. */
async function listConversations(db: Db, userId: string, peerId: string): Promise<Conversation[]> {
  if (peerId !== '' && !Id.safeParse(peerId).success) return []
  const rows = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('conversations', 'conversations.id', 'side.conversation_id')
    .innerJoin('users as person', 'person.id', 'side.peer_id')
    .select([
      'side.conversation_id',
      'conversations.last_seq',
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
  return rows.map(({ conversation_id, last_seq, id, avatar, role, ...name }) => ({
    id: conversation_id,
    lastSeq: last_seq,
    person: { _id: id, ...name, avatar: listedPicture(avatar), role: { type: role } },
  }))
}

/** The numbers from `from` to before `end` of some conversations. */
type Batch = { ids: string[]; from: number; end: number }

/** Short conversations together, a long one in several. */
function* batchesOf(conversations: readonly Conversation[]): Generator<Batch> {
  let ids: string[] = []
  let messages = 0
  for (const { id, lastSeq } of conversations) {
    for (let end = lastSeq + 1; lastSeq > BATCH && end > 1; end -= BATCH)
      yield { ids: [id], from: end - BATCH, end }
    if (lastSeq > BATCH) continue
    if (messages + lastSeq > BATCH) {
      yield { ids, from: 1, end: BATCH + 1 }
      ids = []
      messages = 0
    }
    ids.push(id)
    messages += lastSeq
  }
  if (ids.length > 0) yield { ids, from: 1, end: BATCH + 1 }
}

/** `unindexed`: the text that this person sees where `search_text` differs. */
type Hit = { id: string; unindexed: string | null }

/** After an edit hidden by the receiver's block, or from a node of the former release. */
const unindexedFor = (userId: string) => sql`case
  when own_text is not null and sender_id = ${userId} then own_text
  when search_text is null then text end`

/** Newest first. */
async function findWithin(
  { db, engine }: Source,
  userId: string,
  words: readonly string[],
  { ids, from, end }: Batch,
): Promise<Hit[]> {
  const hits = await readRows(
    db,
    sql<Hit>`select id, ${unindexedFor(userId)} as unindexed from messages
      where conversation_id in (${sql.join(ids)}) and seq >= ${from} and seq < ${end}
        and moderated_at is null and (withheld is null or sender_id = ${userId})
        and (own_text is not null and sender_id = ${userId} or search_text is null
          or ${sql.join(
            words.map((word) => holdsWord(engine, word)),
            sql` and `,
          )})
      order by id desc`,
  )
  return hits.filter(({ unindexed }) => unindexed === null || hasWords(unindexed, words))
}

/** Of lists that begin with the newest; to sort the hits of years would take long (X1). */
async function mergeAll(lists: Hit[][]): Promise<Hit[]> {
  let rest = lists
  while (rest.length > 1) {
    const pairs: Hit[][] = []
    for (let index = 0; index < rest.length; index += 2) {
      pairs.push(merged(rest[index] ?? [], rest[index + 1] ?? []))
      await nextTurn()
    }
    rest = pairs
  }
  return rest[0] ?? []
}

function merged(one: readonly Hit[], other: readonly Hit[]): Hit[] {
  const hits: Hit[] = []
  let index = 0
  for (const hit of one) {
    for (let next = other[index]; next && next.id > hit.id; next = other[index]) {
      hits.push(next)
      index += 1
    }
    hits.push(hit)
  }
  return hits.concat(other.slice(index))
}
