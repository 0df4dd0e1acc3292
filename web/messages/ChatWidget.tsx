import MessageCircle from 'lucide-react/icons/message-circle'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useMatch, useNavigate } from 'react-router'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { CHAT_SLOT, type ChatPartner, openChat, useOpenChat } from '../lib/open-chat.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { lazyImport, prefetch, useLazyPopup } from '../ui/lazy-import.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Announcer } from './Announcer.tsx'
import { type Inbox, inboxOf, useInbox } from './inbox.ts'
import { useTitleBadge } from './title-badge.ts'
import { countRequests, countUnread } from './unread.ts'

/** The chat of a signed-in person (CHAT); loaded by the layout. */
export default function ChatWidget() {
  const { id } = useAuth()
  return id === undefined ? null : <Widget key={id} inbox={inboxOf(id)} />
}

const chatPanel = lazyImport(() => import('./ChatPanel.tsx').then((module) => module.ChatPanel))

const BUTTON =
  'relative grid size-11 place-items-center rounded-control text-text transition-colors hover:bg-hover'

function Widget({ inbox }: { inbox: Inbox }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // In the header's slot, which SessionArea renders before or at the same time.
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(CHAT_SLOT)), [])
  const unread = useInbox(inbox, countUnread)
  const requests = useInbox(inbox, countRequests)
  const [partner, setPartner] = useState<ChatPartner>()
  const requested = useOpenChat()
  const page = useMatch('/messages/:userId?')
  const isOnPage = page !== null
  const navigate = useNavigate()
  const Panel = useLazyPopup(chatPanel, isOpen, () => setOpen(false))
  useTitleBadge(unread)

  useEffect(() => {
    if (!requested) return
    openChat.clear()
    if (isOnPage) return void navigate(paths.conversation(requested._id))
    setPartner(requested)
    setOpen(true)
  }, [requested, isOnPage, navigate])

  useEffect(() => {
    if (isOnPage) setOpen(false)
  }, [isOnPage])

  // After the header is reachable again: on phones the open panel covers the page.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      if (!isOnPage) toggle.current?.focus()
      else if (document.activeElement === document.body) document.getElementById('content')?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen, isOnPage])

  const close = () => setOpen(false)
  const badges = (
    <>
      <MessageCircle aria-hidden="true" className="size-5" />
      <Badge
        count={unread}
        label={m.messages_unread_count({ count: unread })}
        className="absolute top-0 left-[calc(50%+0.125rem)] h-4.5 min-w-4.5 px-1 ring-2 ring-surface"
      />
      <Badge
        count={requests}
        tone="primary"
        label={m.messages_requests_count({ count: requests })}
        className="absolute bottom-0 left-[calc(50%+0.125rem)] h-4.5 min-w-4.5 px-1 ring-2 ring-surface"
      />
    </>
  )

  return (
    <aside aria-label={m.messages_chat()} data-takes-popups className="contents">
      {isOpen && !page && Panel && (
        <Panel inbox={inbox} partner={partner} onPartner={setPartner} onClose={close} />
      )}
      <Announcer inbox={inbox} partnerId={page ? page.params.userId : isOpen ? partner?._id : undefined} />
      {slot &&
        createPortal(
          // The messages page shows the same conversations.
          page ? (
            <Link to={paths.messages()} title={m.messages_title()} aria-current="page" className={BUTTON}>
              <VisuallyHidden>{m.messages_title()} </VisuallyHidden>
              {badges}
            </Link>
          ) : (
            <button
              ref={toggle}
              type="button"
              aria-expanded={isOpen}
              title={isOpen ? m.messages_close_chat() : m.messages_open_chat()}
              onPointerEnter={() => prefetch(chatPanel)}
              onFocus={() => prefetch(chatPanel)}
              onClick={() => (isOpen ? close() : setOpen(true))}
              className={BUTTON}
            >
              <VisuallyHidden>{isOpen ? m.messages_close_chat() : m.messages_open_chat()} </VisuallyHidden>
              {badges}
            </button>
          ),
          slot,
        )}
    </aside>
  )
}
