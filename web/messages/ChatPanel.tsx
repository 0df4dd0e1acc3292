import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChatPartner } from '../lib/open-chat.ts'
import { realtime } from '../lib/realtime.ts'
import { ChatView } from './ChatView.tsx'
import type { Inbox } from './inbox.ts'
import { useFullScreen } from './use-full-screen.ts'
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
  useFullScreen(panel)

  useEffect(() => {
    void inbox.loadPeople()
    realtime.watchPresence(true)
    return () => realtime.watchPresence(false)
  }, [inbox])

  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !panel.current) return
    // Also when nothing has the focus, as after a focused button was removed.
    const { activeElement, body } = document
    if (activeElement === body || panel.current.contains(activeElement)) onClose()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handleEscape(event)
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])

  function leave() {
    lastPartnerId.current = partner?._id
    onPartner(undefined)
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={partner ? `Chat with ${partner.name} ${partner.surname}`.trim() : 'Chat'}
      tabIndex={-1}
      className="fixed inset-0 z-40 flex flex-col overflow-hidden bg-surface outline-none max-sm:pt-[env(safe-area-inset-top)] sm:inset-auto sm:right-6 sm:bottom-[calc(var(--chat-bottom)+4.5rem)] sm:h-[500px] sm:max-h-[calc(100dvh-var(--chat-bottom)-5.5rem)] sm:w-80 sm:rounded-card sm:border sm:border-line sm:shadow-raised"
    >
      {partner ? (
        <ChatView key={partner._id} inbox={inbox} partner={partner} onBack={leave} onClose={onClose} />
      ) : (
        <WelcomeView inbox={inbox} returnTo={lastPartnerId.current} onSelect={onPartner} onClose={onClose} />
      )}
    </div>
  )
}
