import type { Message } from '#contract/inbox.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import type { ChatState } from './open-inbox.ts'

type Counts = Pick<ChatState, 'counts'>

/** The unread messages of all conversations (CHAT-03) that are neither requests nor muted (TALK-01). */
export const countUnread = (state: Counts): number =>
  Object.entries(state.counts?.unread ?? {})
    .filter(([peerId]) => !isQuiet(state, peerId))
    .reduce((sum, [, count]) => sum + count, 0)

/** The people whose open requests have unread messages. */
export const countRequests = (state: Counts): number =>
  Object.keys(state.counts?.unread ?? {}).filter(
    (peerId) => isRequest(state, peerId) && !isMuted(state, peerId),
  ).length

/** They have written first, without a reply or an acceptance. */
export const isRequest = ({ counts }: Counts, peerId: string): boolean =>
  counts?.requests?.includes(peerId) ?? false

export const isMuted = ({ counts }: Counts, peerId: string): boolean =>
  counts?.muted?.includes(peerId) ?? false

export const isBlocked = ({ counts }: Counts, peerId: string): boolean =>
  counts?.blocked?.includes(peerId) ?? false

/** They cannot be written to and have no pages. */
export const hasLeft = (
  { people, conversations }: Pick<ChatState, 'people' | 'conversations'>,
  { _id: peerId, left }: Pick<ChatPartner, '_id' | 'left'>,
): boolean =>
  left === true ||
  (conversations[peerId]?.failure?.isGone ?? false) ||
  people.list.some((person) => person._id === peerId && person.left === true)

/** Not announced. */
export const isQuiet = (state: Counts, peerId: string): boolean =>
  isRequest(state, peerId) || isMuted(state, peerId)

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
