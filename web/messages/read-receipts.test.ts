import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_INBOX, type InboxState } from './inbox-state.ts'
import { createReadReceipts } from './read-receipts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is looked at is read up to its newest message, once its history is there [CHAT-15]', () => {
  const { reading, set, told } = open()
  set({ unread: 2 })
  reading.look('ana')
  expect(told).toEqual([])
  set({ unread: 2, upTo: 7 })
  expect(told).toEqual([['ana', 7]])
})

test('nobody looking, nothing is read', () => {
  const { reading, set, told } = open()
  reading.look('ana')
  set({ unread: 0, upTo: 7 })
  reading.look(undefined)
  set({ unread: 1, upTo: 8 })
  expect(told).toEqual([])
})

test('what was dropped on the way is told again, but not for ever', () => {
  const { reading, set, told } = open()
  set({ unread: 1, upTo: 7 })
  reading.look('ana')
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([
    ['ana', 7],
    ['ana', 7],
    ['ana', 7],
  ])
})

test('what was told in vain is told again with the next connection', () => {
  const { reading, set, told } = open()
  set({ unread: 1, upTo: 7 })
  reading.look('ana')
  vi.advanceTimersByTime(60_000)
  told.length = 0
  reading.tellAgain()
  expect(told).toEqual([['ana', 7]])
})

test('a flood of messages leaves room below 30 events in a minute (S2)', () => {
  const { reading, set, told } = open()
  reading.look('ana')
  for (let upTo = 1; upTo <= 600; upTo += 1) {
    set({ unread: 1, upTo })
    vi.advanceTimersByTime(100)
    set({ unread: 0, upTo })
  }
  expect(told.length).toBeLessThan(20)
  set({ unread: 1, upTo: 601 })
  vi.advanceTimersByTime(6000)
  expect(told.at(-1)).toEqual(['ana', 601])
})

/** A device that looks at a conversation with Ana. */
function open() {
  const told: [string, number][] = []
  let state: InboxState = EMPTY_INBOX
  const reading = createReadReceipts({
    state: () => state,
    tell: (senderId, upTo) => {
      told.push([senderId, upTo])
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
    }
    state = {
      ...EMPTY_INBOX,
      counts: { last: 1, unread: unread > 0 ? { ana: unread } : {}, bell: 0 },
      conversations: upTo === undefined ? {} : { ana: { messages: [message], hasOlder: false } },
    }
    reading.check()
  }
  return { reading, set, told }
}
