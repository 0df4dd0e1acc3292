import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { Message } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { toast } from '../ui/toast.ts'
import type { Inbox } from './inbox.ts'

type Options = {
  inbox: Pick<Inbox, 'reach'>
  partnerId: string
  box: RefObject<HTMLElement | null>
  messages: readonly Message[]
}

/** Shows a message of the conversation: loads up to it, scrolls there, and focuses it. */
export function useShowMessage({ inbox, partnerId, box, messages }: Options) {
  const [shown, setShown] = useState<{ id: string }>()

  // After it is rendered.
  useLayoutEffect(() => {
    if (!shown || !messages.some(({ _id }) => _id === shown.id)) return
    const element = box.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(shown.id)}"]`)
    if (!element) return
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    setShown(undefined)
  }, [shown, messages, box])

  return useCallback(
    async (id: string) => {
      if (await inbox.reach(partnerId, id)) setShown({ id })
      else toast.error(m.messages_not_found())
    },
    [inbox, partnerId],
  )
}
