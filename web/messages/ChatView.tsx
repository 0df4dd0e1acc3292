import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { texts } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { profilePath } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Composer } from './Composer.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { type Inbox, useInbox } from './inbox.ts'
import { MessageList } from './MessageList.tsx'
import { presenceOf } from './presence.ts'
import { coversPage } from './use-full-screen.ts'

type Props = { inbox: Inbox; partner: ChatPartner; onBack: () => void; onClose: () => void }

/** The conversation with one person; use their id as `key`. */
export function ChatView({ inbox, partner, onBack, onClose }: Props) {
  const { _id: partnerId } = partner

  useEffect(() => {
    inbox.open(partnerId)
    // A hidden tab reads nothing.
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
        <IconButton label="Back to all conversations" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <PartnerHeading inbox={inbox} partner={partner} onFollow={onClose} />
        <IconButton label="Close chat" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <ConnectionNotice inbox={inbox} />
      <MessageList inbox={inbox} partner={partner} />
      <Composer inbox={inbox} partner={partner} />
    </>
  )
}

type HeadingProps = { inbox: Inbox; partner: ChatPartner; onFollow: () => void }

function PartnerHeading({ inbox, partner, onFollow }: HeadingProps) {
  const online = useInbox(inbox, (state) => state.online)
  const isConnected = useInbox(inbox, (state) => state.connection === 'live')
  const isTyping = useInbox(inbox, (state) => state.signals.typing.has(partner._id))
  const presence = isConnected ? presenceOf(partner, online) : undefined
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <Avatar src={partner.avatar} name={partner.name} surname={partner.surname} />
      <div className="min-w-0">
        <h2 className="font-sans font-semibold text-sm leading-tight tracking-normal">
          <Link
            to={profilePath({ id: partner._id, role: partner.role.type })}
            onClick={() => coversPage() && onFollow()}
            className="block truncate no-underline hover:underline pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
          >
            {fullName(partner)}
          </Link>
        </h2>
        {isConnected && (
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
            <span>{presence ? texts.chat.online : texts.chat.offline}</span>
            {isTyping && <span className="text-primary">typing…</span>}
          </p>
        )}
      </div>
    </div>
  )
}
