import { useEffect, useEffectEvent, useState } from 'react'
import type { Message } from '#contract/inbox.ts'
import { type Inbox, useInbox } from './inbox.ts'
import { firstUnreadSeq } from './unread.ts'

/** The number of unread messages, counted back from `upTo`; fixed once some of them were read. */
type Marker = { unread: number; upTo: number; isRead: boolean }

/** The `seq` of the first message that was unread at opening, or that arrived while the tab was hidden. */
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
    // A fetched list may have messages that are not counted yet: their events arrive later.
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
