import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createInboxServer, OWN_ID } from '../test/inbox-server.ts'
import { createInboxStore } from './inbox-store.ts'
import type { ChatState } from './open-inbox.ts'
import { useUnreadMarker } from './use-unread-marker.ts'

describe('the unread marker', { tags: 'CHAT-15' }, () => {
  test('is above the first unread message, also when the list was fetched before the last was counted', async () => {
    const { server, deliver, open, marked } = await openChat()
    server.message('ana', OWN_ID)
    server.message(OWN_ID, 'ana')
    server.message('ana', OWN_ID)
    deliver()
    server.message('ana', OWN_ID)
    await open()
    deliver()
    expect(marked()).toBe(1)
  })

  test('stays there when everything was read, and while more messages arrive', async () => {
    const { server, deliver, open, marked } = await openChat()
    for (let count = 0; count < 3; count += 1) server.message('ana', OWN_ID)
    server.read('ana', 2)
    deliver()
    await open()
    expect(marked()).toBe(2)
    server.message('ana', OWN_ID)
    deliver()
    server.read('ana', 0)
    deliver()
    server.message('ana', OWN_ID)
    server.message('ana', OWN_ID)
    deliver()
    expect(marked()).toBe(2)
  })

  test('is absent when nothing was unread and new messages are seen at once', async () => {
    const { server, deliver, open, marked } = await openChat()
    server.message('ana', OWN_ID)
    server.read('ana', 0)
    deliver()
    await open()
    server.message('ana', OWN_ID)
    deliver()
    expect(marked()).toBeUndefined()
  })
})

async function openChat() {
  const server = createInboxServer()
  const listeners = new Set<() => void>()
  const store = createInboxStore({
    userId: OWN_ID,
    network: {
      sync: async (after) => server.sync(after),
      listPeople: async () => server.people(),
      listMessages: async (id, before) => server.history(id, before),
    },
    changed: () => {
      for (const listener of listeners) listener()
    },
    arrived: () => {},
  })
  store.applySnapshot(server.hello())
  const inbox = {
    get: () => store.get() as ChatState, // the hook reads the inbox only
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const { result, rerender } = renderHook(() =>
    useUnreadMarker(inbox, 'ana', store.get().conversations.ana?.messages ?? []),
  )
  return {
    server,
    deliver: () => act(() => server.takeUndelivered().forEach(store.apply)),
    open: async () => {
      await act(async () => store.open('ana'))
      rerender()
    },
    marked: () => result.current,
  }
}
