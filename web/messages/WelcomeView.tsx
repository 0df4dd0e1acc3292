import ImageIcon from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ChatUser } from '#contract/messages.ts'
import { useNow } from '../lib/clock.ts'
import { formatTime, fullName } from '../lib/format.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EmptyDrawing } from '../ui/illustrations/EmptyDrawing.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { dayLabel } from './days.ts'
import { type Inbox, useInbox } from './inbox.ts'
import { presenceOf } from './presence.ts'

type Props = {
  inbox: Inbox
  /** The person whose row takes the focus: the conversation that was just left. */
  returnTo: string | undefined
  onSelect: (person: ChatUser) => void
  onClose: () => void
}

/** The conversations with their unread counts, and the people online (CHAT-06, CHAT-07). */
export function WelcomeView({ inbox, returnTo, onSelect, onClose }: Props) {
  const { status, list, message } = useInbox(inbox, (state) => state.people)
  const online = useInbox(inbox, (state) => state.online)
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const row =
      returnTo && body.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(returnTo)}"]`)
    if (row) row.focus()
    else heading.current?.focus({ preventScroll: true })
  }, [returnTo])

  const conversations = list.filter((person) => person.lastMessage)
  const onlinePeople = list.filter(({ _id }) => online.has(_id))
  return (
    <>
      <header className="flex h-14 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          Messages
        </h2>
        <IconButton label="Close chat" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <ConnectionNotice inbox={inbox} />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3">
        {status === 'loading' || status === 'unread' ? (
          <LoadingRows />
        ) : status === 'failed' ? (
          <div className="grid h-full place-items-center">
            <ErrorState compact message={message} onRetry={() => void inbox.loadPeople()} />
          </div>
        ) : conversations.length + onlinePeople.length === 0 ? (
          <Empty />
        ) : (
          <>
            {onlinePeople.length > 0 && (
              <Group title="Online now">
                <ul className="scroll-quiet flex gap-1 px-2 py-1">
                  {onlinePeople.map((person) => (
                    <li key={person._id}>
                      <OnlinePerson person={person} online={online} onSelect={onSelect} />
                    </li>
                  ))}
                </ul>
              </Group>
            )}
            <Group title="Conversations">
              {conversations.length === 0 ? (
                <p className="px-4 py-2 text-muted text-sm">
                  No conversations yet. Message someone who is online, or use Contact on a profile, a project
                  or an offer.
                </p>
              ) : (
                <ul>
                  {conversations.map((person) => (
                    <li key={person._id}>
                      <ConversationRow inbox={inbox} person={person} online={online} onSelect={onSelect} />
                    </li>
                  ))}
                </ul>
              )}
            </Group>
          </>
        )}
      </div>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="pt-3">
      <h3 className="px-4 pb-1 font-sans font-semibold text-muted text-xs tracking-normal">{title}</h3>
      {children}
    </section>
  )
}

type PersonProps = { person: ChatUser; online: ReadonlySet<string>; onSelect: (person: ChatUser) => void }

function OnlinePerson({ person, online, onSelect }: PersonProps) {
  return (
    <button
      type="button"
      data-person={person.lastMessage ? undefined : person._id}
      onClick={() => onSelect(person)}
      className="flex w-16 flex-col items-center gap-1 rounded-control px-1 py-2 text-xs transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Avatar
        src={person.avatar}
        name={person.name}
        surname={person.surname}
        presence={presenceOf(person, online)}
      />
      <span className="w-full truncate text-center">
        {person.name}
        <VisuallyHidden>{` ${person.surname}`}</VisuallyHidden>
      </span>
    </button>
  )
}

function ConversationRow({ inbox, person, online, onSelect }: PersonProps & { inbox: Inbox }) {
  const unread = useInbox(inbox, ({ counts }) => counts?.unread[person._id] ?? 0)
  const draft = useInbox(inbox, ({ drafts }) => drafts[person._id]?.text.trim() ?? '')
  const isTyping = useInbox(inbox, ({ signals }) => signals.typing.has(person._id))
  const now = useNow()
  const { lastMessage } = person
  if (!lastMessage) return null
  const day = dayLabel(lastMessage.createdAt, now)
  return (
    <button
      type="button"
      data-person={person._id}
      onClick={() => onSelect(person)}
      className="flex w-full items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Avatar
        src={person.avatar}
        name={person.name}
        surname={person.surname}
        presence={presenceOf(person, online)}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={unread > 0 ? 'truncate font-semibold text-sm' : 'truncate font-medium text-sm'}>
            {fullName(person)}
          </span>
          <time dateTime={lastMessage.createdAt} className="shrink-0 text-muted text-xs tabular-nums">
            {day === 'Today' ? formatTime(lastMessage.createdAt) : day}
          </time>
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={unread > 0 ? 'truncate text-sm' : 'truncate text-muted text-sm'}>
            {isTyping ? (
              <span className="text-primary">typing…</span>
            ) : draft !== '' ? (
              <>
                <span className="text-secondary">Draft: </span>
                {draft}
              </>
            ) : (
              <LastWords {...lastMessage} isOwn={lastMessage.senderId !== person._id} />
            )}
          </span>
          <Badge count={unread} label="unread" className="shrink-0" />
        </span>
      </span>
    </button>
  )
}

function LastWords({ text, hasImage, isOwn }: { text: string; hasImage: boolean; isOwn: boolean }) {
  return (
    <>
      {isOwn && 'You: '}
      {hasImage && <ImageIcon aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />}
      {text === '' ? 'Image' : <bdi>{text}</bdi>}
    </>
  )
}

function LoadingRows() {
  return (
    <div aria-busy="true" className="space-y-4 px-4 pt-5">
      <span role="status" className="sr-only">
        Loading conversations
      </span>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

function Empty() {
  return (
    <div className="flex h-full flex-col items-center justify-center px-8 pb-8 text-center">
      <EmptyDrawing className="w-44" />
      <h3 className="mt-5 text-lg">No conversations yet</h3>
      <p className="mt-2 text-muted text-sm">
        Press Contact on a profile, a project or an offer to write to somebody.
      </p>
    </div>
  )
}
