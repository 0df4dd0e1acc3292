import { useEffect, useReducer } from 'react'
import { NOTIFICATION_TYPES } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import type { Inbox } from './inbox.ts'
import { isQuiet } from './unread.ts'

type Props = { inbox: Pick<Inbox, 'get' | 'onArrival'>; partnerId: string | undefined }

/**
 * Announces new messages to screen readers: the text in the open conversation, the sender for others, nothing for requests
 * and muted conversations.
 */
export function Announcer({ inbox, partnerId }: Props) {
  const [announced, announce] = useReducer(
    ({ turn }: { text: string; turn: number }, text: string) => ({ text, turn: turn + 1 }),
    { text: '', turn: 0 },
  )

  useEffect(
    () =>
      inbox.onArrival(({ event, data }) => {
        if (event === 'newMessage' && data.senderId === partnerId)
          announce(data.text || (data.file?.name ?? m.messages_image()))
        if (event !== 'getNotification' || data.type !== NOTIFICATION_TYPES.message) return
        const isLoud = data.senderId !== null && !isQuiet(inbox.get(), data.senderId)
        if (data.senderId !== partnerId && isLoud) announce(m.messages_new_from({ name: data.senderName }))
      }),
    [inbox, partnerId],
  )

  return (
    <div aria-live="polite" className="sr-only">
      {/* A new key announces a repeated text again. */}
      <span key={announced.turn}>{announced.text}</span>
    </div>
  )
}
