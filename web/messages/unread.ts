import type { Message } from '#contract/inbox.ts'
import type { ChatState } from './open-inbox.ts'

/** The unread messages of all conversations (CHAT-03). */
export const countUnread = ({ counts }: Pick<ChatState, 'counts'>): number =>
  Object.values(counts?.unread ?? {}).reduce((sum, count) => sum + count, 0)

/** The `seq` of the first of `unread` messages of this person, counted back from `upTo`; undefined for none. */
export function firstUnreadSeq(
  messages: readonly Message[],
  senderId: string,
  { unread, upTo }: { unread: number; upTo: number },
): number | undefined {
  const received = messages.filter((message) => message.senderId === senderId && message.seq <= upTo)
  // With more unread than loaded messages, the first loaded one.
  return unread > 0 ? received[Math.max(0, received.length - unread)]?.seq : undefined
}
