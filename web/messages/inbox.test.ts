import { afterEach, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { realtime } from '../lib/realtime.ts'
import type { Connection, RealtimeState, ServerEvent } from '../lib/realtime-connection.ts'
import { createInboxServer, OWN_ID } from '../test/inbox-server.ts'
import { inboxOf } from './inbox.ts'

type Hub = {
  receive: (name: ServerEvent, payload: unknown) => void
  setState: (state: RealtimeState) => void
}

// The socket is the network here.
let hub: Hub | undefined
const emit = vi.fn<Connection['emit']>()
vi.mock('../lib/socket.ts', () => ({
  openSocket: (_userId: string, given: Hub) => {
    hub = given
    return { emit, close: () => {} }
  },
}))

afterEach(() => auth.signOut('logout'))

test('a bell that was read while offline is cleared with the next connection', async () => {
  const server = createInboxServer()
  const inbox = inboxOf(OWN_ID)
  await realtime.connect(OWN_ID)
  await vi.waitUntil(() => hub, 8000)
  const connect = () => {
    hub?.setState('connected')
    hub?.receive('hello', server.hello())
    for (const item of server.stored()) hub?.receive('getNotification', item)
  }
  server.like('ana')
  connect()
  expect(inbox.get().counts?.bell).toBe(1)

  hub?.setState('connecting')
  inbox.clearBell()
  expect(emit).not.toHaveBeenCalled()
  connect()
  expect(emit.mock.calls).toEqual([['readNotifications', { scope: 'bell', upTo: 1 }]])

  // Later notifications are unread.
  server.clearBell(0)
  server.like('ben')
  emit.mockClear()
  hub?.setState('connecting')
  for (const { inboxSeq, event, data } of server.takeUndelivered().slice(1))
    hub?.receive(event, { ...data, inboxSeq })
  connect()
  expect(inbox.get().bell.map(({ senderId }) => senderId)).toEqual(['ben'])
  expect(emit).not.toHaveBeenCalled()
})
