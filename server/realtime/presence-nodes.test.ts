import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../lib/ids.ts'
import type { Bus, Listener } from './bus.ts'
import { createPresenceOfNodes } from './presence-nodes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OTHER = 'another node'

/** A presence on a bus where the other node has this person online, and sends heartbeats while it `isAlive`. */
function openPresence(userId: string) {
  const listeners: Listener[] = []
  const other = { isAlive: true }
  const receive: Listener = (message, node) => {
    for (const listener of listeners) listener(message, node)
  }
  const bus: Bus = {
    node: 'this node',
    publish: async () => {},
    subscribe: (listener) => void listeners.push(listener),
    reach: () => 'connected',
    close: async () => {},
  }
  const presence = createPresenceOfNodes(bus, () => {})
  receive({ kind: 'everybody', revision: 1, userIds: [userId] }, OTHER)
  // Half a second apart from the timer of this node.
  setTimeout(() => {
    setInterval(() => other.isAlive && receive({ kind: 'alive', revision: 1 }, OTHER), 1000)
  }, 500)
  return { presence, other }
}

test('people of another node stay online when the system clock is set forward (S3)', () => {
  const ana = newId()
  const { presence } = openPresence(ana)
  vi.advanceTimersByTime(2750)
  vi.setSystemTime(Date.now() + 3600_000)
  vi.advanceTimersByTime(300)
  expect(presence.isOnline(ana)).toBe(true)
  presence.close()
})

test('people of a dead node go offline though the system clock is set back (S3)', () => {
  const ana = newId()
  const { presence, other } = openPresence(ana)
  vi.advanceTimersByTime(2750)
  other.isAlive = false
  expect(presence.isOnline(ana)).toBe(true)
  vi.setSystemTime(Date.now() - 3600_000)
  vi.advanceTimersByTime(6000)
  expect(presence.isOnline(ana)).toBe(false)
  presence.close()
})
