import { useEffect, useState } from 'react'
import { NOTIFICATION_TYPES } from '#contract/notifications.ts'
import type { Inbox } from './inbox.ts'

/** Says new messages to screen readers: the words of the open conversation, and who else has written. */
export function Announcer({ inbox, partnerId }: { inbox: Inbox; partnerId: string | undefined }) {
  const [text, setText] = useState('')

  useEffect(
    () =>
      inbox.onArrival(({ event, data }) => {
        if (event === 'newMessage' && data.senderId === partnerId) setText(data.text || 'Image')
        if (event !== 'getNotification' || data.type !== NOTIFICATION_TYPES.message) return
        if (data.senderId !== partnerId) setText(`New message from ${data.senderName}`)
      }),
    [inbox, partnerId],
  )

  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
