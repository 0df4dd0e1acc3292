import { useSyncExternalStore } from 'react'
import type { ChatUser } from '#contract/messages.ts'
import { auth } from './auth.ts'

/** Enough of a person to head a chat before the server has answered. */
export type ChatPartner = Pick<ChatUser, '_id' | 'name' | 'surname' | 'avatar' | 'role'>

let partner: ChatPartner | undefined
const listeners = new Set<() => void>()

/** With whom the chat panel is asked to be open: set by every Contact button, drawn by the chat widget. */
export const openChat = {
  get: () => partner,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },

  /** A new object for each press, so that the same person can be asked for again. */
  with: (person: ChatPartner) => set({ ...person }),

  /** The widget has taken the wish, or closed the chat. */
  clear: () => set(undefined),
}

export function useOpenChat(): ChatPartner | undefined {
  return useSyncExternalStore(openChat.subscribe, openChat.get, () => undefined)
}

function set(next: ChatPartner | undefined) {
  partner = next
  for (const listener of listeners) listener()
}

auth.onSignOut(openChat.clear)
