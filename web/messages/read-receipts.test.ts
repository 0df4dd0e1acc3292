import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AS_SENT } from '../test/inbox-server.ts'
import { EMPTY_INBOX, type InboxState } from './inbox-state.ts'
import { createReadReceipts } from './read-receipts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the visible conversation is marked as read up to its newest message once its history is loaded', {
  tags: 'CHAT-15',
}, () => {
  const { receipts, set, sent } = open()
  set({ unread: 2 })
  receipts.setVisiblePeer('ana')
  expect(sent).toEqual([])
  set({ unread: 2, upTo: 7 })
  expect(sent).toEqual([['ana', 7]])
})

test('nothing is marked as read while no conversation is visible', () => {
  const { receipts, set, sent } = open()
  receipts.setVisiblePeer('ana')
  set({ unread: 0, upTo: 7 })
  receipts.setVisiblePeer(undefined)
  set({ unread: 1, upTo: 8 })
  expect(sent).toEqual([])
})

test('a dropped receipt is sent again, up to three times', () => {
  const { receipts, set, sent } = open()
  set({ unread: 1, upTo: 7 })
  receipts.setVisiblePeer('ana')
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([
    ['ana', 7],
    ['ana', 7],
    ['ana', 7],
  ])
})

test('a receipt that could not be sent is sent with the next connection', () => {
  const { receipts, set, sent } = open()
  set({ unread: 1, upTo: 7 })
  receipts.setVisiblePeer('ana')
  vi.advanceTimersByTime(60_000)
  sent.length = 0
  receipts.resend()
  expect(sent).toEqual([['ana', 7]])
})

test('many messages in a row stay below 30 events in a minute (S2)', () => {
  const { receipts, set, sent } = open()
  receipts.setVisiblePeer('ana')
  for (let upTo = 1; upTo <= 600; upTo += 1) {
    set({ unread: 1, upTo })
    vi.advanceTimersByTime(100)
    set({ unread: 0, upTo })
  }
  expect(sent.length).toBeLessThan(20)
  set({ unread: 1, upTo: 601 })
  vi.advanceTimersByTime(6000)
  expect(sent.at(-1)).toEqual(['ana', 601])
})

/** A device with an open conversation with Ana. */
function open() {
  const sent: [string, number][] = []
  let state: InboxState = EMPTY_INBOX
  const receipts = createReadReceipts({
    state: () => state,
    send: (senderId, upTo) => {
      sent.push([senderId, upTo])
      return true
    },
  })
  function set({ unread, upTo }: { unread: number; upTo?: number }) {
    const message = {
      _id: 'm',
      senderId: 'ana',
      receiverId: 'own',
      text: 'x',
      image: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      seq: upTo ?? 0,
      ...AS_SENT,
    }
    state = {
      ...EMPTY_INBOX,
      counts: { last: 1, unread: unread > 0 ? { ana: unread } : {}, bell: 0 },
      conversations: upTo === undefined ? {} : { ana: { messages: [message], hasOlder: false } },
    }
    receipts.check()
  }
  return { receipts, set, sent }
}
