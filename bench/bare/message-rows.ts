// Bare: node:sqlite alone writes the rows of stored messages.
import { DatabaseSync } from 'node:sqlite'
import { newId, now } from '../../server/lib/ids.ts'
import type { Draft } from '../../server/messages/sending.queries.ts'

export function openMessageRows(file: string) {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma cache_size = -65536; pragma temp_store = memory; pragma secure_delete = fast;
  `)
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  const takeSeqs = db.prepare(
    'update conversations set last_seq = last_seq + ? where low_id = ? and high_id = ? returning id, last_seq',
  )
  const takeNumbers = db.prepare(
    'update inboxes set last_seq = last_seq + ? where user_id = ? returning last_seq',
  )
  const setSide = db.prepare(`
    update conversation_sides set last_message_at = ?, last_message_id = ?,
      received_seq = max(received_seq, ?), unread_count = unread_count + ?
    where user_id = ? and peer_id = ?`)
  const addMessage = db.prepare(`
    insert into messages (id, conversation_id, seq, sender_id, receiver_id, text, inbox_seq, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const addEvent = db.prepare(
    'insert into inbox_events (user_id, seq, kind, ref_id, created_at) values (?, ?, ?, ?, ?)',
  )

  return {
    /** One commit for all; each pair already has a conversation. */
    store(drafts: readonly Draft[]): void {
      begin.run()
      const at = now()
      const pairs = new Map<string, Draft[]>()
      const counts = new Map<string, number>()
      for (const draft of drafts) {
        const { senderId, receiverId } = draft
        const key = [senderId, receiverId].sort().join()
        pairs.set(key, [...(pairs.get(key) ?? []), draft])
        counts.set(senderId, (counts.get(senderId) ?? 0) + 1)
        counts.set(receiverId, (counts.get(receiverId) ?? 0) + 2)
      }
      const next = new Map<string, number>()
      for (const [userId, count] of [...counts].sort()) {
        const { last_seq } = takeNumbers.get(count, userId) as { last_seq: number }
        next.set(userId, last_seq - count)
      }
      const take = (userId: string) => {
        const number = (next.get(userId) ?? 0) + 1
        next.set(userId, number)
        return number
      }
      for (const [key, ofPair] of [...pairs].sort()) {
        const [low = '', high = ''] = key.split(',')
        const conversation = takeSeqs.get(ofPair.length, low, high) as { id: string; last_seq: number }
        const sides = new Map([low, high].map((id) => [id, { received: 0, unread: 0 }]))
        let seq = conversation.last_seq - ofPair.length
        let id = ''
        for (const { senderId, receiverId, text } of ofPair) {
          seq += 1
          id = newId()
          const [sent, received, announced] = [take(senderId), take(receiverId), take(receiverId)]
          addMessage.run(id, conversation.id, seq, senderId, receiverId, text, received, at)
          addEvent.run(senderId, sent, 'newMessage', id, at)
          addEvent.run(receiverId, received, 'newMessage', id, at)
          addEvent.run(receiverId, announced, 'getNotification', id, at)
          const side = sides.get(receiverId)
          if (side) Object.assign(side, { received: seq, unread: side.unread + 1 })
        }
        for (const [userId, { received, unread }] of sides) {
          setSide.run(at, id, received, unread, userId, userId === low ? high : low)
        }
      }
      commit.run()
    },
    close: () => db.close(),
  }
}
