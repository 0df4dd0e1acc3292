import { useEffect, useReducer } from 'react'
import { NOTIFICATION_TYPES } from '#contract/notifications.ts'
import type { Inbox } from './inbox.ts'

type Props = { inbox: Pick<Inbox, 'onArrival'>; partnerId: string | undefined }

/** Announces new messages to screen readers: the text in the open conversation, the sender for others. */
export function Announcer({ inbox, partnerId }: Props) {
  const [said, say] = useReducer(
    ({ turn }: { text: string; turn: number }, text: string) => ({ text, turn: turn + 1 }),
    { text: '', turn: 0 },
  )

  useEffect(
    () =>
      inbox.onArrival(({ event, data }) => {
        if (event === 'newMessage' && data.senderId === partnerId) say(data.text || 'Image')
        if (event !== 'getNotification' || data.type !== NOTIFICATION_TYPES.message) return
        if (data.senderId !== partnerId) say(`New message from ${data.senderName}`)
      }),
    [inbox, partnerId],
  )

  return (
    <div aria-live="polite" className="sr-only">
      {/* A new key announces a repeated text again. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  )
}
