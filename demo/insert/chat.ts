import type { Tx } from '../../server/lib/db.ts'
import { rowOf } from '../../server/notifications/notify.ts'
import type { Conversation, Message, World } from '../world-types.ts'
import { inBatches } from './in-batches.ts'

/** Conversations, notifications, and the inbox events in chronological order. */
export async function insertChat(tx: Tx, world: World): Promise<void> {
  const { events, seqOf } = numberInboxes(world)
  const { conversations, notifications } = world
  await inBatches(conversations, (batch) =>
    tx.insertInto('conversations').values(batch.map(conversationRow)).execute(),
  )
  await inBatches(messageRows(conversations, seqOf), (batch) =>
    tx.insertInto('messages').values(batch).execute(),
  )
  await inBatches(conversations.flatMap(sideRows), (batch) =>
    tx.insertInto('conversation_sides').values(batch).execute(),
  )
  const rows = notifications.map(({ id, receiverId, event, createdAt, clearedAt }) => ({
    ...rowOf(event, receiverId, id, createdAt),
    inbox_seq: seqOf(id, receiverId),
    cleared_at: clearedAt,
  }))
  await inBatches(rows, (batch) => tx.insertInto('notifications').values(batch).execute())
  const last = new Map(events.map((event) => [event.user_id, event.seq]))
  const inboxes = Array.from(last, ([user_id, last_seq]) => ({ user_id, last_seq }))
  await inBatches(inboxes, (batch) => tx.insertInto('inboxes').values(batch).execute())
  await inBatches(events, (batch) => tx.insertInto('inbox_events').values(batch).execute())
}

interface Event {
  user_id: string
  kind: 'newMessage' | 'getNotification'
  ref_id: string
  created_at: string
}

/** Each inbox is numbered from 1 without gaps; a message comes before its notification, as when it is sent. */
function numberInboxes({ conversations, notifications }: World) {
  const unnumbered = [
    ...conversations.flatMap(({ messages }) => messages.flatMap(eventsOfMessage)),
    ...notifications.map(
      (notification): Event => ({
        user_id: notification.receiverId,
        kind: 'getNotification',
        ref_id: notification.id,
        created_at: notification.createdAt,
      }),
    ),
  ].sort((a, b) => a.created_at.localeCompare(b.created_at))
  const next = new Map<string, number>()
  const first = new Map<string, number>()
  const events = unnumbered.map((event) => {
    const seq = (next.get(event.user_id) ?? 0) + 1
    next.set(event.user_id, seq)
    const key = event.ref_id + event.user_id
    if (!first.has(key)) first.set(key, seq)
    return { ...event, seq }
  })
  return { events, seqOf: (id: string, userId: string) => first.get(id + userId) ?? null }
}

const eventsOfMessage = (message: Message): Event[] => {
  const about = { ref_id: message.id, created_at: message.createdAt }
  return [
    { user_id: message.senderId, kind: 'newMessage', ...about },
    { user_id: message.receiverId, kind: 'newMessage', ...about },
    { user_id: message.receiverId, kind: 'getNotification', ...about },
  ]
}

const conversationRow = ({ id, people: [low_id, high_id], messages }: Conversation) => ({
  id,
  low_id,
  high_id,
  last_seq: messages.length,
  created_at: messages[0]?.createdAt ?? '',
})

type SeqOf = ReturnType<typeof numberInboxes>['seqOf']

const messageRows = (conversations: Conversation[], seqOf: SeqOf) =>
  conversations
    .flatMap(({ id, messages }) =>
      messages.map((message, index) => ({
        id: message.id,
        conversation_id: id,
        seq: index + 1,
        sender_id: message.senderId,
        receiver_id: message.receiverId,
        text: message.text,
        image: message.image,
        inbox_seq: seqOf(message.id, message.receiverId),
        created_at: message.createdAt,
      })),
    )
    .sort((a, b) => a.created_at.localeCompare(b.created_at))

/** Per person: the last received and the last read message. */
function sideRows({ id, people, messages, unread }: Conversation) {
  const last = messages.at(-1)
  if (!last) return []
  return people.map((user_id, index) => {
    const isReader = last.receiverId === user_id
    return {
      user_id,
      peer_id: people[1 - index] ?? '',
      conversation_id: id,
      read_seq: isReader ? messages.length - unread : messages.length,
      received_seq: messages.findLastIndex((message) => message.receiverId === user_id) + 1,
      unread_count: isReader ? unread : 0,
      last_message_at: last.createdAt,
      last_message_id: last.id,
    }
  })
}
