import MessageCircle from 'lucide-react/icons/message-circle'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../lib/auth.ts'
import { type ChatPartner, openChat, useOpenChat } from '../lib/open-chat.ts'
import { Badge } from '../ui/Badge.tsx'
import { cn } from '../ui/cn.ts'
import { lazyImport, prefetch, useLazyPopup } from '../ui/lazy-import.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Announcer } from './Announcer.tsx'
import { type Inbox, inboxOf, useInbox } from './inbox.ts'
import { useTitleBadge } from './title-badge.ts'
import { countUnread } from './unread.ts'

/** The chat of a signed-in person (CHAT); loaded by the layout. */
export default function ChatWidget() {
  const { id } = useAuth()
  return id === undefined ? null : <Widget key={id} inbox={inboxOf(id)} />
}

const chatPanel = lazyImport(() => import('./ChatPanel.tsx').then((module) => module.ChatPanel))

function Widget({ inbox }: { inbox: Inbox }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const unread = useInbox(inbox, countUnread)
  const [partner, setPartner] = useState<ChatPartner>()
  const requested = useOpenChat()
  const Panel = useLazyPopup(chatPanel, isOpen, () => setOpen(false))
  useTitleBadge(unread)

  useEffect(() => {
    if (!requested) return
    setPartner(requested)
    setOpen(true)
    openChat.clear()
  }, [requested])

  // After it is visible again: on phones the open panel hides the button.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) toggle.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const close = () => setOpen(false)

  return (
    <aside aria-label="Chat" className="contents">
      {isOpen && Panel && <Panel inbox={inbox} partner={partner} onPartner={setPartner} onClose={close} />}
      <Announcer inbox={inbox} partnerId={isOpen ? partner?._id : undefined} />
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        onPointerEnter={() => prefetch(chatPanel)}
        onFocus={() => prefetch(chatPanel)}
        onClick={() => (isOpen ? close() : setOpen(true))}
        className={cn(
          'fixed right-4 bottom-(--chat-bottom) z-30 grid size-14 place-items-center rounded-full border border-transparent bg-primary text-primary-ink shadow-raised transition-colors hover:bg-primary-strong sm:right-6',
          isOpen && 'max-sm:hidden',
        )}
      >
        <VisuallyHidden>{isOpen ? 'Close chat' : 'Open chat'} </VisuallyHidden>
        {isOpen ? (
          <X aria-hidden="true" className="size-6" />
        ) : (
          <MessageCircle aria-hidden="true" className="size-6" />
        )}
        <Badge
          count={unread}
          label={unread === 1 ? 'unread message' : 'unread messages'}
          className="absolute -top-1 -right-1 border-surface ring-2 ring-surface"
        />
      </button>
    </aside>
  )
}
