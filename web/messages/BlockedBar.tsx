import { useState } from 'react'
import { m } from '#contract/texts.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { Button } from '../ui/Button.tsx'
import type { Inbox } from './inbox.ts'

/** Replaces the composer for a blocked person (TALK-04). */
export function BlockedBar({ inbox, partner }: { inbox: Inbox; partner: ChatPartner }) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function unblock() {
    setPending(true)
    setFailure(await inbox.block(partner._id, false))
    setPending(false)
  }

  return (
    <div className="shrink-0 border-line border-t bg-sunken px-4 py-3 text-sm">
      <p>{m.blocks_bar({ name: partner.name })}</p>
      {failure && (
        <p role="alert" className="pt-1 text-danger">
          {failure}
        </p>
      )}
      <Button size="sm" variant="outline" className="mt-2" loading={isPending} onClick={() => void unblock()}>
        {m.blocks_unblock()}
      </Button>
    </div>
  )
}
