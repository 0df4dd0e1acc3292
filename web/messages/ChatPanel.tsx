import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FoundMessage } from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { useBackLayer } from '../ui/back-layers.ts'
import { ChatView } from './ChatView.tsx'
import type { Inbox } from './inbox.ts'
import { SearchView } from './SearchView.tsx'
import { coversPage, useFullScreen } from './use-full-screen.ts'
import { usePeople } from './use-people.ts'
import { WelcomeView } from './WelcomeView.tsx'

type Props = {
  inbox: Inbox
  partner: ChatPartner | undefined
  onPartner: (partner: ChatPartner | undefined) => void
  onClose: () => void
}

/** 320 × 500 px, full screen on phones (CHAT-04): the list of people, or one conversation (CHAT-05). */
export function ChatPanel({ inbox, partner, onPartner, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const lastPartnerId = useRef<string>(undefined)
  usePeople(inbox)
  useFullScreen(panel)

  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !panel.current) return
    // A dialog above has just opened, and does not have the focus yet.
    if (document.querySelector('[role=dialog]:not([data-chat]), [role=alertdialog]')) return
    // Also without focus, as after the removal of a focused button.
    const { activeElement, body } = document
    if (activeElement === body || panel.current.contains(activeElement)) onClose()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handleEscape(event)
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])

  const [isSearching, setSearching] = useState(false)
  const [found, setFound] = useState<FoundMessage>()

  function leave() {
    lastPartnerId.current = partner?._id
    setFound(undefined)
    onPartner(undefined)
  }

  function open(message: FoundMessage) {
    setFound(message)
    setSearching(false)
    onPartner(message.person)
  }

  // On phones Back leaves the conversation, then the chat (FLOW-08).
  useBackLayer(coversPage(), onClose)
  useBackLayer(coversPage() && partner !== undefined, leave)
  useBackLayer(coversPage() && isSearching, () => setSearching(false))

  return (
    <div
      ref={panel}
      role="dialog"
      data-chat
      aria-label={partner ? m.messages_chat_with({ name: fullName(partner) }) : m.messages_chat()}
      tabIndex={-1}
      className="fixed inset-0 z-40 flex flex-col overflow-hidden bg-surface outline-none max-sm:pt-[env(safe-area-inset-top)] sm:inset-auto sm:right-6 sm:bottom-(--chat-bottom) sm:h-[500px] sm:max-h-[calc(100dvh-var(--chat-bottom)-5rem)] sm:w-80 sm:rounded-card sm:border sm:border-line sm:shadow-raised"
    >
      {isSearching ? (
        <SearchView partner={partner} onFound={open} onClose={() => setSearching(false)} />
      ) : partner ? (
        <ChatView
          key={partner._id}
          inbox={inbox}
          partner={partner}
          target={found?.person._id === partner._id ? found._id : undefined}
          onSearch={() => setSearching(true)}
          onBack={leave}
          onClose={onClose}
        />
      ) : (
        <WelcomeView
          inbox={inbox}
          returnTo={lastPartnerId.current}
          onSearch={() => setSearching(true)}
          selection={{ onSelect: onPartner }}
          takesFocus
          onClose={onClose}
        />
      )}
    </div>
  )
}
