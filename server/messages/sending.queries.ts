import { findBlocks } from '../blocks/blocks.queries.ts'
import { takeFile } from '../files/message-files.ts'
import type { EventRow } from '../inbox/event-rows.ts'
import { type InboxNumber, insertEventRows, type NewInboxEvent } from '../inbox/inbox.queries.ts'
import type { Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { preparedForRows } from '../lib/prepared.ts'
import { normalise } from '../lib/search-text.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'
import { prepareRules } from '../warnings/rules.ts'
import { warningOf } from '../warnings/warnings.ts'
import type { MessageRow, StoredFile } from './message-rows.ts'
import { haveApplied, releaseDeclined, requireOutreach } from './requests.queries.ts'
import { loadSides, type Pair, pairKey, type Side } from './sides.queries.ts'

/** A message before it is numbered. */
export type Draft = {
  senderId: string
  receiverId: string
  text: string
  image: string
  /** An own upload that no message carries yet. */
  file?: StoredFile | null
  clientId: string | null
  contentHash: string | null
  quoteId?: string | null
  /** Such a message may be the answer to an application. */
  isFromRecruiter?: boolean
}

/** The stored rows, those with a notification, and the last number of each inbox. */
export type Sent = {
  messages: MessageRow[]
  announced: MessageRow[]
  events: EventRow[]
  inboxes: InboxNumber[]
}

type Options = { outreachPerDay?: number }

/**
 * Stores messages in the order given, each with the next number of its conversation and of both inboxes. Rows are
 * locked in one order everywhere, which prevents deadlocks: usage, conversations, sides, inboxes, each by id.
 */
export async function insertMessages(
  tx: Tx,
  drafts: readonly Draft[],
  { outreachPerDay = Number.POSITIVE_INFINITY }: Options = {},
): Promise<Sent> {
  await prepareRules()
  const createdAt = now()
  await countCreated(
    tx,
    drafts.map(({ senderId, text }) => ({ subject: senderId, kind: 'message', bytes: rowBytes({ text }) })),
  )
  const numberOf = await takeNumbers(tx, drafts, createdAt)
  const messages = drafts.map((draft) => ({
    id: newId(),
    ...numberOf(draft),
    sender_id: draft.senderId,
    receiver_id: draft.receiverId,
    text: draft.text,
    image: draft.image,
    file: draft.file ? JSON.stringify(draft.file) : null,
    client_id: draft.clientId,
    content_hash: draft.contentHash,
    inbox_seq: null as number | null,
    created_at: createdAt,
    requested_at: null as string | null,
    withheld: null as MessageRow['withheld'],
    ...{ edited_at: null, removed_at: null, moderated_at: null, own_text: null },
    quote_id: draft.quoteId ?? null,
    search_text: normalise(draft.text),
    warning: warningOf(draft.text),
  }))
  for (const [index, { file, senderId }] of drafts.entries()) {
    if (file) await takeFile(tx, file, senderId, messages[index]?.id ?? '')
  }
  const { events, announced, sides, read } = await classify(tx, messages, outreachPerDay)
  await updateSides(tx, messages, sides, read)
  const rows = await insertEventRows(tx, events)
  const byId = new Map(messages.map((message) => [message.id, message]))
  for (const { user_id, kind, ref_id, seq } of rows) {
    const message = kind === 'newMessage' ? byId.get(ref_id ?? '') : undefined
    if (message?.receiver_id === user_id) message.inbox_seq = seq
  }
  await insertRows(tx, messages)
  return { messages, announced, events: rows, inboxes: lastNumbers(rows) }
}

/**
 * Decides for each message, in order, whether it is a request or withheld from its receiver (TALK-01), under the lock of
 * its conversation; returns the events of both people and the resulting sides.
 */
async function classify(tx: Tx, messages: MessageRow[], outreachPerDay: number) {
  const pairs = new Map<string, Pair>()
  for (const { sender_id, receiver_id } of messages) {
    pairs.set(sender_id + receiver_id, { user_id: sender_id, peer_id: receiver_id })
    pairs.set(receiver_id + sender_id, { user_id: receiver_id, peer_id: sender_id })
  }
  const sides = await loadSides(tx, [...pairs.values()])
  const blocks = new Set((await findBlocks(tx, [...pairs.values()])).map(pairKey))
  const events: NewInboxEvent[] = []
  const announced: MessageRow[] = []
  /** Ids of messages of this batch that are delivered as read. */
  const read = new Set<string>()

  /** Formerly withheld messages, delivered now as read. */
  async function release(userId: string, peerId: string, { conversation_id, seq }: MessageRow) {
    const unstored = messages.filter(
      (other) => other.conversation_id === conversation_id && other.withheld === 'declined',
    )
    for (const other of unstored) {
      other.withheld = null
      read.add(other.id)
    }
    const declined = { userId, peerId, conversationId: conversation_id, upTo: seq - 1, unstored }
    events.push(...(await releaseDeclined(tx, declined)))
  }

  for (const message of messages) {
    const { sender_id, receiver_id } = message
    const [ownKey, otherKey] = [sender_id + receiver_id, receiver_id + sender_id]
    const own = sides.get(ownKey)
    if (own?.declinedAt) await release(sender_id, receiver_id, message)
    sides.set(ownKey, { mutedAt: own?.mutedAt ?? null, requestedAt: null, declinedAt: null })
    const other = sides.get(otherKey) ?? (await firstContact(tx, message, outreachPerDay))
    const isBlocked = blocks.has(otherKey)
    const isKnown =
      !isBlocked && other.requestedAt !== null && (await haveApplied(tx, sender_id, receiver_id))
    if (isKnown && other.declinedAt !== null) await release(receiver_id, sender_id, message)
    const side = isKnown ? { ...other, requestedAt: null, declinedAt: null } : other
    sides.set(otherKey, side)
    message.requested_at = side.requestedAt && message.created_at
    events.push({ userId: sender_id, kind: 'newMessage', refId: message.id })
    if (isBlocked || side.declinedAt !== null) {
      message.withheld = isBlocked ? 'blocked' : 'declined'
      continue
    }
    events.push(
      { userId: receiver_id, kind: 'newMessage', refId: message.id },
      { userId: receiver_id, kind: 'getNotification', refId: message.id },
    )
    if (side.mutedAt === null) announced.push(message)
  }
  return { events, announced, sides, read }
}

/** The receiver's side of a new conversation: a request, unless the two know each other by an application. */
async function firstContact(tx: Tx, message: MessageRow, outreachPerDay: number): Promise<Side> {
  const { sender_id, receiver_id, conversation_id, created_at } = message
  const side = { mutedAt: null, requestedAt: null, declinedAt: null }
  if (await haveApplied(tx, sender_id, receiver_id)) return side
  // A receiver who has blocked the sender has no side yet, so later ones come here, too.
  if (message.seq === 1) {
    await requireOutreach(tx, sender_id, outreachPerDay)
    await tx
      .updateTable('conversations')
      .set({ requested_by: sender_id, requested_at: created_at })
      .where('id', '=', conversation_id)
      .execute()
  }
  return { ...side, requestedAt: created_at }
}

const insertRows = preparedForRows(
  (db, rows: (MessageRow & { content_hash: string | null; search_text: string })[]) =>
    db.insertInto('messages').values(rows),
)

const pairOf = ({ senderId, receiverId }: Draft): [string, string] =>
  senderId < receiverId ? [senderId, receiverId] : [receiverId, senderId]

/** Allocates the next numbers of each conversation; creates missing conversations. */
async function takeNumbers(tx: Tx, drafts: readonly Draft[], createdAt: string) {
  const counts = new Map<string, { low_id: string; high_id: string; count: number }>()
  for (const draft of drafts) {
    const [low_id, high_id] = pairOf(draft)
    const counted = counts.get(low_id + high_id) ?? { low_id, high_id, count: 0 }
    counted.count += 1
    counts.set(low_id + high_id, counted)
  }
  const conversations = await extendConversations(
    tx,
    [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { low_id, high_id, count }]) => ({
        ...{ id: newId(), low_id, high_id },
        ...{ last_seq: count, created_at: createdAt },
      })),
  )
  const next = new Map(
    conversations.map(({ id, low_id, high_id, last_seq }) => {
      const pair = low_id + high_id
      return [pair, { id, seq: last_seq - (counts.get(pair)?.count ?? 0) }]
    }),
  )
  return (draft: Draft) => {
    const position = next.get(pairOf(draft).join(''))
    if (!position) throw new Error('A conversation was not stored')
    position.seq += 1
    return { conversation_id: position.id, seq: position.seq }
  }
}

type NewConversation = { id: string; low_id: string; high_id: string; last_seq: number; created_at: string }

const extendConversations = preparedForRows((db, rows: NewConversation[]) =>
  db
    .insertInto('conversations')
    .values(rows)
    .onConflict((known) =>
      known.columns(['low_id', 'high_id']).doUpdateSet((eb) => ({
        last_seq: eb('conversations.last_seq', '+', eb.ref('excluded.last_seq')),
      })),
    )
    .returning(['id', 'low_id', 'high_id', 'last_seq']),
)

/** Sets the last message of both sides, and counts it as unread for the receiver, unless it is withheld. */
async function updateSides(
  tx: Tx,
  messages: readonly MessageRow[],
  states: ReadonlyMap<string, Side>,
  read: ReadonlySet<string>,
): Promise<void> {
  const sides = new Map<string, ChangedSide>()
  const change = (user_id: string, peer_id: string, { conversation_id, id, created_at }: MessageRow) => {
    const key = user_id + peer_id
    const { requestedAt = null, declinedAt = null } = states.get(key) ?? {}
    const side = sides.get(key) ?? {
      ...{ user_id, peer_id, conversation_id, last_message_at: created_at, last_message_id: id },
      ...{ received_seq: 0, unread_count: 0, requested_at: requestedAt, declined_at: declinedAt },
    }
    side.last_message_at = created_at
    side.last_message_id = id
    sides.set(key, side)
    return side
  }
  for (const message of messages) {
    change(message.sender_id, message.receiver_id, message)
    if (message.withheld !== null) continue
    const side = change(message.receiver_id, message.sender_id, message)
    side.received_seq = message.seq
    if (!read.has(message.id)) side.unread_count += 1
  }
  await upsertSides(
    tx,
    [...sides].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, side]) => side),
  )
}

type ChangedSide = {
  user_id: string
  peer_id: string
  conversation_id: string
  last_message_at: string
  last_message_id: string
  received_seq: number
  unread_count: number
  requested_at: string | null
  declined_at: string | null
}

const upsertSides = preparedForRows((db, rows: ChangedSide[]) =>
  db
    .insertInto('conversation_sides')
    .values(rows)
    .onConflict((known) =>
      known.columns(['user_id', 'peer_id']).doUpdateSet((eb) => ({
        last_message_at: eb.ref('excluded.last_message_at'),
        last_message_id: eb.ref('excluded.last_message_id'),
        requested_at: eb.ref('excluded.requested_at'),
        declined_at: eb.ref('excluded.declined_at'),
        received_seq: eb
          .case()
          .when('excluded.received_seq', '>', 0)
          .then(eb.ref('excluded.received_seq'))
          .else(eb.ref('conversation_sides.received_seq'))
          .end(),
        unread_count: eb('conversation_sides.unread_count', '+', eb.ref('excluded.unread_count')),
      })),
    ),
)

function lastNumbers(events: readonly EventRow[]): InboxNumber[] {
  const last = new Map(events.map(({ user_id, seq }) => [user_id, seq]))
  return [...last].map(([userId, seq]) => ({ userId, seq }))
}
