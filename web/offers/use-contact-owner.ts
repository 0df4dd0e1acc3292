import type { ListedOffer } from '#contract/offers.ts'
import { openChat } from '../lib/open-chat.ts'
import { useRequireSignIn } from '../lib/use-require-sign-in.ts'

/** Opens the chat with the owner of an offer; nothing without one (decisions 30 and 63). */
export function useContactOwner() {
  const signInFirst = useRequireSignIn()
  return (owner: ListedOffer['owner']) => {
    if (!owner) return
    const { _id, name, surname, avatar, verified } = owner
    const person = { _id, name, surname, avatar, role: { type: 'recruiter' as const } }
    signInFirst(() => openChat.with({ ...person, verified }), { kind: 'contact', person })
  }
}
