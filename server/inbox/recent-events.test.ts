import { expect, test } from 'vitest'
import { createRecentEvents } from './recent-events.ts'

const message = (id: string) => ({
  id,
  ...{ conversation_id: 'c', seq: 1, sender_id: 'a', receiver_id: 'b', text: 'x', image: '', file: null },
  ...{ client_id: null, inbox_seq: 1, created_at: '2026-01-01T00:00:00.000Z' },
  ...{ requested_at: null, withheld: null, edited_at: null, removed_at: null, moderated_at: null },
  ...{ own_text: null, quote_id: null, warning: null },
})
const event = (user_id: string, seq: number, ref_id: string) => ({
  ...{ user_id, seq, ref_id },
  ...{ kind: 'newMessage' as const, subject: null, data: null },
})

test('a range is returned as a whole or not at all', () => {
  const recent = createRecentEvents()
  recent.add({
    events: [event('b', 4, 'm4'), event('b', 5, 'm5')],
    messages: [message('m4'), message('m5')],
  })
  expect(recent.within({ userId: 'b', after: 3, upTo: 5 })?.map(({ seq }) => seq)).toEqual([4, 5])
  expect(recent.within({ userId: 'b', after: 4, upTo: 5 })?.map(({ seq }) => seq)).toEqual([5])
  // Number 3 and 6 were stored by another process.
  expect(recent.within({ userId: 'b', after: 2, upTo: 5 })).toBeUndefined()
  expect(recent.within({ userId: 'b', after: 3, upTo: 6 })).toBeUndefined()
  expect(recent.within({ userId: 'a', after: 3, upTo: 4 })).toBeUndefined()
})

test('the oldest events are evicted with their messages', () => {
  const recent = createRecentEvents()
  for (let seq = 1; seq <= 3001; seq += 1) {
    recent.add({ events: [event('b', seq, `m${seq}`)], messages: [message(`m${seq}`)] })
  }
  expect(recent.within({ userId: 'b', after: 0, upTo: 1 })).toBeUndefined()
  expect(recent.within({ userId: 'b', after: 1, upTo: 3001 })).toHaveLength(3000)
  expect(recent.messages.size).toBe(3000)
})
