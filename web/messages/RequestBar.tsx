import { useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { Button } from '../ui/Button.tsx'
import { type Inbox, useInbox } from './inbox.ts'
import { isRequest } from './unread.ts'

type Props = { inbox: Inbox; partner: ChatPartner; onDeclined: () => void }

/** Above the composer of a request: accept or hide it; a reply accepts, too (TALK-01). */
export function RequestBar({ inbox, partner, onDeclined }: Props) {
  const { _id: partnerId, name } = partner
  const isOpen = useInbox(inbox, (state) => isRequest(state, partnerId))
  const [pending, setPending] = useState<'accept' | 'decline'>()
  const [failure, setFailure] = useState<string>()
  const bar = useRef<HTMLElement>(null)
  if (!isOpen) return null

  async function answer(accept: boolean) {
    const panel = bar.current?.closest<HTMLElement>('[data-chat]')
    setPending(accept ? 'accept' : 'decline')
    setFailure(undefined)
    const problem = await inbox.decideRequest(partnerId, accept)
    setPending(undefined)
    if (problem !== undefined) setFailure(problem)
    else if (!accept) onDeclined()
    // The pressed button is removed.
    else panel?.focus()
  }

  return (
    <section
      ref={bar}
      aria-label={m.messages_request_from({ name })}
      className="shrink-0 border-line border-t bg-sunken px-4 py-3"
    >
      <p className="text-sm">{m.messages_request_text({ name })}</p>
      {failure && (
        <p role="alert" className="pt-1 text-danger text-sm">
          {failure}
        </p>
      )}
      <div className="flex gap-2 pt-2">
        <Button size="sm" loading={pending === 'accept'} onClick={() => void answer(true)}>
          {m.messages_accept()}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          loading={pending === 'decline'}
          onClick={() => void answer(false)}
        >
          {m.messages_decline()}
        </Button>
      </div>
    </section>
  )
}
