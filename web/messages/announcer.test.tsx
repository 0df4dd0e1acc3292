import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { InboxEvent } from '#contract/inbox.ts'
import { AS_SENT } from '../test/inbox-server.ts'
import { Announcer } from './Announcer.tsx'
import type { ChatState } from './open-inbox.ts'

type Listener = (event: InboxEvent) => void

test('messages of the open conversation and other senders are announced politely, repeated texts too', () => {
  const listeners = new Set<Listener>()
  const onArrival = (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const state = { counts: { last: 0, unread: {}, bell: 0, requests: ['eva'], muted: ['leo'] } }
  const inbox = { onArrival, get: () => state as unknown as ChatState }
  const { container } = render(<Announcer inbox={inbox} partnerId="ana" />)
  const region = container.querySelector('[aria-live=polite]')
  const arrive = (senderId: string, senderName: string, text: string) => {
    const at = { createdAt: '2026-01-01T10:00:00.000Z', receiverId: 'me' }
    const message = { ...at, _id: '1', senderId, text, image: '', seq: 1, ...AS_SENT }
    const user = { _id: senderId, name: senderName, surname: '', avatar: '' }
    const shown = { data: {}, text: '', path: null, readAt: null }
    const names = { senderName, receiverName: 'Me', projectId: null, user, ...shown }
    act(() => {
      for (const notify of listeners) {
        notify({ inboxSeq: 1, event: 'newMessage', data: message })
        notify({
          inboxSeq: 2,
          event: 'getNotification',
          data: { ...at, ...names, _id: '2', senderId, type: 1 },
        })
      }
    })
  }

  arrive('ana', 'Ana', 'Hola')
  expect(region).toHaveTextContent('Hola')
  const first = region?.firstElementChild
  arrive('ana', 'Ana', 'Hola')
  expect(region).toHaveTextContent(/^Hola$/)
  // A new element makes screen readers announce it again.
  expect(region?.firstElementChild).not.toBe(first)
  arrive('ana', 'Ana', '')
  expect(region).toHaveTextContent('Image')
  arrive('ben', 'Ben', 'Psst')
  expect(region).toHaveTextContent('New message from Ben')
  // Requests and muted conversations are not announced (TALK-01).
  arrive('eva', 'Eva', 'Psst')
  arrive('leo', 'Leo', 'Psst')
  expect(region).toHaveTextContent('New message from Ben')
})
