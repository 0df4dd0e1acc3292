import { useSyncExternalStore } from 'react'
import type { ChatUser } from '#contract/messages.ts'
import { auth } from './auth.ts'

/** The data of a person for the header of a chat before the response. */
export type ChatPartner = Pick<ChatUser, '_id' | 'name' | 'surname' | 'avatar' | 'role'> &
  Partial<Pick<ChatUser, 'verified' | 'left'>>

/** The id of the header's slot for the chat button. */
export const CHAT_SLOT = 'chat-slot'

let partner: ChatPartner | undefined
const listeners = new Set<() => void>()

/** The requested chat partner: set by every Contact button, handled by the chat widget. */
export const openChat = {
  get: () => partner,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },

  /** A new object for each press, so that the same person can be requested again. */
  with: (person: ChatPartner) => set({ ...person }),

  /** The widget has handled the request, or the chat was closed. */
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
