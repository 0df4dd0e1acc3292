import { useEffect, useEffectEvent, useState } from 'react'
import type { Message } from '#contract/inbox.ts'
import { type Inbox, useInbox } from './inbox.ts'
import { firstUnreadSeq } from './unread.ts'

/** So many unread ones, counted back from a place; it stays where it is once something of it was read. */
type Marker = { unread: number; upTo: number; isRead: boolean }

/** The place of the first message that was unread when the person came, or that came while nobody looked. */
export function useUnreadMarker(
  inbox: Pick<Inbox, 'get' | 'subscribe'>,
  partnerId: string,
  messages: readonly Message[],
): number | undefined {
  const unread = useInbox(inbox, ({ counts }) => counts?.unread[partnerId] ?? 0)
  const [marker, setMarker] = useState<Marker>()
  const last = messages.at(-1)
  const now = last && { unread, upTo: last.seq, isRead: unread === 0 }
  if (!marker) {
    if (now) setMarker(now)
  } else if (!marker.isRead && unread !== marker.unread) {
    // A list that was just read has messages that are not counted yet: their events are on the way.
    setMarker(now && unread > marker.unread ? now : { ...marker, isRead: true })
  }

  const mark = useEffectEvent(() => {
    const isBack = document.visibilityState === 'visible'
    if (isBack && unread > 0 && now) setMarker(now)
  })
  useEffect(() => {
    const handleChange = () => mark()
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [])
  return marker && firstUnreadSeq(messages, partnerId, marker)
}
