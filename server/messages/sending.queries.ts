import type { EventRow } from '../inbox/event-rows.ts'
import { type InboxNumber, insertInboxEvents, type NewInboxEvent } from '../inbox/inbox.queries.ts'
import type { Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { preparedForRows } from '../lib/prepared.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'
import type { MessageRow } from './message-rows.ts'

/** A message before it is numbered. */
export type Draft = {
  senderId: string
  receiverId: string
  text: string
  image: string
  clientId: string | null
  contentHash: string | null
}

/** The stored rows, and the last number of each inbox. */
export type Sent = { messages: MessageRow[]; events: EventRow[]; inboxes: InboxNumber[] }

/**
 * Stores messages in the order given, each with the next number of its conversation and of both inboxes. Rows are
 * locked in one order everywhere, which prevents deadlocks: usage, conversations, sides, inboxes, each by id.
 */
export async function insertMessages(tx: Tx, drafts: readonly Draft[]): Promise<Sent> {
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
    client_id: draft.clientId,
    content_hash: draft.contentHash,
    inbox_seq: null as number | null,
    created_at: createdAt,
  }))
  await updateSides(tx, messages)
  const events = messages.flatMap((message): NewInboxEvent[] => [
    { userId: message.sender_id, kind: 'newMessage', refId: message.id },
    { userId: message.receiver_id, kind: 'newMessage', refId: message.id },
    { userId: message.receiver_id, kind: 'getNotification', refId: message.id },
  ])
  const numbers = await insertInboxEvents(tx, events)
  for (const [index, message] of messages.entries()) message.inbox_seq = numbers[3 * index + 1] ?? null
  await insertRows(tx, messages)
  const rows = events.map(({ userId, kind, refId }, index) => ({
    ...{ user_id: userId, seq: numbers[index] ?? 0, kind },
    ...{ ref_id: refId ?? null, data: null },
  }))
  return { messages, events: rows, inboxes: lastNumbers(rows) }
}

const insertRows = preparedForRows((db, rows: (MessageRow & { content_hash: string | null })[]) =>
  db.insertInto('messages').values(rows),
)

const pairOf = ({ senderId, receiverId }: Draft): [string, string] =>
  senderId < receiverId ? [senderId, receiverId] : [receiverId, senderId]

/** Takes the next numbers of each conversation; creates missing conversations. */
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

/** Sets the last message of both sides, and counts it as unread for the receiving one. */
async function updateSides(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  const sides = new Map<string, ReturnType<typeof newSide>>()
  for (const message of messages) {
    const { sender_id, receiver_id } = message
    sides.set(sender_id + receiver_id, newSide(message, sender_id, sides.get(sender_id + receiver_id)))
    sides.set(receiver_id + sender_id, newSide(message, receiver_id, sides.get(receiver_id + sender_id)))
  }
  await upsertSides(
    tx,
    [...sides].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, side]) => side),
  )
}

const upsertSides = preparedForRows((db, rows: ReturnType<typeof newSide>[]) =>
  db
    .insertInto('conversation_sides')
    .values(rows)
    .onConflict((known) =>
      known.columns(['user_id', 'peer_id']).doUpdateSet((eb) => ({
        last_message_at: eb.ref('excluded.last_message_at'),
        last_message_id: eb.ref('excluded.last_message_id'),
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

function newSide(
  message: MessageRow,
  userId: string,
  before: { received_seq: number; unread_count: number } = { received_seq: 0, unread_count: 0 },
) {
  const isReceiver = message.receiver_id === userId
  return {
    user_id: userId,
    peer_id: isReceiver ? message.sender_id : message.receiver_id,
    conversation_id: message.conversation_id,
    last_message_at: message.created_at,
    last_message_id: message.id,
    received_seq: isReceiver ? message.seq : before.received_seq,
    unread_count: before.unread_count + (isReceiver ? 1 : 0),
  }
}

function lastNumbers(events: readonly EventRow[]): InboxNumber[] {
  const last = new Map(events.map(({ user_id, seq }) => [user_id, seq]))
  return [...last].map(([userId, seq]) => ({ userId, seq }))
}
