import { useSyncExternalStore } from 'react'
import { auth } from '../lib/auth.ts'
import { type ChatState, openInbox } from './open-inbox.ts'

export type Inbox = ReturnType<typeof openInbox>

let current: Inbox | undefined

/** The inbox of the signed-in person, one per page; the first call opens the socket. */
export function inboxOf(userId: string): Inbox {
  if (current?.get().userId !== userId) {
    current?.forget()
    current = openInbox(userId)
  }
  return current
}

auth.onSignOut(() => {
  current?.forget()
  current = undefined
})

/** A part of the state; `select` has to return the same object until that part changes. */
export function useInbox<Part>(
  inbox: Pick<Inbox, 'get' | 'subscribe'>,
  select: (state: ChatState) => Part,
): Part {
  return useSyncExternalStore(inbox.subscribe, () => select(inbox.get()))
}
