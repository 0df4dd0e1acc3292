import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { paths, profilePath } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { VerifiedMark } from '../verification/VerifiedMark.tsx'
import { BlockedBar } from './BlockedBar.tsx'
import { Composer } from './Composer.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { ConversationMenu } from './ConversationMenu.tsx'
import { type Inbox, useInbox } from './inbox.ts'
import { MessageList } from './MessageList.tsx'
import { presenceOf } from './presence.ts'
import { RequestBar } from './RequestBar.tsx'
import { hasLeft, isBlocked } from './unread.ts'
import { coversPage } from './use-full-screen.ts'

type Props = {
  inbox: Inbox
  partner: ChatPartner
  /** The message to show first. */
  target: string | undefined
  onSearch: () => void
  onBack: () => void
  /** In the panel only; on the page the conversation stays beside the list. */
  onClose?: (() => void) | undefined
}

/** The conversation with one person; use their id as `key`. */
export function ChatView({ inbox, partner, target, onSearch, onBack, onClose }: Props) {
  const { _id: partnerId } = partner
  const isClosed = useInbox(inbox, (state) => isBlocked(state, partnerId))
  const isGone = useInbox(inbox, (state) => hasLeft(state, partner))

  useEffect(() => {
    inbox.open(partnerId)
    // Messages in a hidden tab stay unread.
    const follow = () => inbox.setVisiblePeer(document.visibilityState === 'visible' ? partnerId : undefined)
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      inbox.setVisiblePeer(undefined)
      inbox.open(undefined)
    }
  }, [inbox, partnerId])

  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 border-line border-b px-2">
        <IconButton label={m.messages_back()} onClick={onBack} className={cn(!onClose && 'lg:hidden')}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <PartnerHeading inbox={inbox} partner={partner} onFollow={onClose} />
        {!isGone && (
          <ConversationMenu
            inbox={inbox}
            partner={partner}
            page={onClose && paths.conversation(partnerId)}
            onSearch={onSearch}
          />
        )}
        {onClose && (
          <IconButton label={m.messages_close_chat()} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </header>
      <PartnerMark inbox={inbox} partner={partner} />
      <ConnectionNotice inbox={inbox} isPanel={onClose !== undefined} />
      <MessageList inbox={inbox} partner={partner} target={target} />
      {isGone ? (
        <>
          <LeftBar inbox={inbox} partner={partner} />
          <RequestBar inbox={inbox} partner={partner} onDeclined={onBack} />
        </>
      ) : isClosed ? (
        <BlockedBar inbox={inbox} partner={partner} />
      ) : (
        <>
          <RequestBar inbox={inbox} partner={partner} onDeclined={onBack} />
          <Composer inbox={inbox} partner={partner} />
        </>
      )}
    </>
  )
}

/** Replaces the composer (FLOW-08); an empty conversation has its own text. */
function LeftBar({ inbox, partner }: Pick<Props, 'inbox' | 'partner'>) {
  const isEmpty = useInbox(inbox, (state) => !state.conversations[partner._id]?.messages.length)
  if (isEmpty) return null
  return (
    <p className="shrink-0 border-line border-t bg-sunken px-4 py-3 text-sm">
      {m.messages_left({ name: partner.name || m.general_unknown_person() })}
    </p>
  )
}

/** Whether a recruiter has proven a company's domain (TRUST-01). */
function PartnerMark({ inbox, partner }: Pick<Props, 'inbox' | 'partner'>) {
  const listed = useInbox(inbox, (state) => state.people.list.find(({ _id }) => _id === partner._id))
  const isGone = useInbox(inbox, (state) => hasLeft(state, partner))
  if (partner.role.type !== 'recruiter' || isGone) return null
  return (
    <VerifiedMark
      verified={listed ? listed.verified : partner.verified}
      className="shrink-0 border-line border-b px-4 py-1.5 text-xs"
    />
  )
}

type HeadingProps = { inbox: Inbox; partner: ChatPartner; onFollow: Props['onClose'] }

function PartnerHeading({ inbox, partner, onFollow }: HeadingProps) {
  const online = useInbox(inbox, (state) => state.online)
  const isConnected = useInbox(inbox, (state) => state.connection === 'live')
  const isTyping = useInbox(inbox, (state) => state.signals.typing.has(partner._id))
  const presence = isConnected ? presenceOf(partner, online) : undefined
  const isGone = useInbox(inbox, (state) => hasLeft(state, partner))
  const name = fullName(partner) || m.general_unknown_person()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <Avatar src={partner.avatar} name={partner.name} surname={partner.surname} />
      <div className="min-w-0">
        <h2 className="font-sans font-semibold text-sm leading-tight tracking-normal">
          {isGone ? (
            name
          ) : (
            <Link
              to={profilePath({ id: partner._id, role: partner.role.type })}
              onClick={() => coversPage() && onFollow?.()}
              className="block truncate no-underline hover:underline pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
            >
              {name}
            </Link>
          )}
        </h2>
        {isConnected && !isGone && (
          <p className="flex items-center gap-1.5 text-muted text-xs">
            {presence && (
              <span
                aria-hidden="true"
                className={cn(
                  'size-2 rounded-full forced-colors:bg-[Highlight]',
                  presence.tone === 'primary' ? 'bg-primary' : 'bg-secondary',
                )}
              />
            )}
            <span>{presence ? m.chat_online() : m.chat_offline()}</span>
            {isTyping && <span className="text-primary">{m.messages_typing()}</span>}
          </p>
        )}
      </div>
    </div>
  )
}
