import BellOff from 'lucide-react/icons/bell-off'
import FileText from 'lucide-react/icons/file-text'
import ImageIcon from 'lucide-react/icons/image'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ChatUser } from '#contract/messages.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { useNow } from '../lib/clock.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { cn } from '../ui/cn.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { timeOrDay } from './days.ts'
import { type Inbox, useInbox } from './inbox.ts'
import { presenceOf } from './presence.ts'
import { isMuted } from './unread.ts'

/** Opens the conversation in the panel, or as a page with `currentId` open. */
export type Selection =
  | { onSelect: (person: ChatUser) => void }
  | { currentId: string | undefined; state: object }

type PersonProps = { person: ChatUser; online: ReadonlySet<string>; selection: Selection }

export function OnlinePerson({ person, online, selection }: PersonProps) {
  return (
    <PersonControl
      person={person}
      selection={selection}
      isMain={!person.lastMessage}
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
    </PersonControl>
  )
}

export function ConversationRow({ inbox, person, online, selection }: PersonProps & { inbox: Inbox }) {
  const unread = useInbox(inbox, ({ counts }) => counts?.unread[person._id] ?? 0)
  const draft = useInbox(inbox, ({ drafts }) => drafts[person._id]?.text.trim() ?? '')
  const isTyping = useInbox(inbox, ({ signals }) => signals.typing.has(person._id))
  const isSilent = useInbox(inbox, (state) => isMuted(state, person._id))
  const now = useNow()
  const { lastMessage } = person
  if (!lastMessage) return null
  return (
    <PersonControl
      person={person}
      selection={selection}
      isMain
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
            {fullName(person) || m.general_unknown_person()}
          </span>
          <time dateTime={lastMessage.createdAt} className="shrink-0 text-muted text-xs tabular-nums">
            {timeOrDay(lastMessage.createdAt, now)}
          </time>
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={unread > 0 ? 'truncate text-sm' : 'truncate text-muted text-sm'}>
            {isTyping ? (
              <span className="text-primary">{m.messages_typing()}</span>
            ) : draft !== '' ? (
              <>
                <span className="text-secondary">{m.messages_draft()}</span>
                {draft}
              </>
            ) : (
              <LastWords {...lastMessage} isOwn={lastMessage.senderId !== person._id} />
            )}
          </span>
          {isSilent && (
            <>
              <BellOff aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <VisuallyHidden>{m.messages_muted()}</VisuallyHidden>
            </>
          )}
          <Badge count={unread} label={m.messages_unread()} className="shrink-0" />
        </span>
      </span>
    </PersonControl>
  )
}

type ControlProps = Omit<PersonProps, 'online'> & {
  /** The target of the focus after the conversation, one of two elements for this person. */
  isMain: boolean
  className: string
  children: ReactNode
}

function PersonControl({ person, selection, isMain, className, children }: ControlProps) {
  const shared = { 'data-person': isMain ? person._id : undefined, children }
  if ('onSelect' in selection) {
    return (
      <button type="button" onClick={() => selection.onSelect(person)} className={className} {...shared} />
    )
  }
  const isCurrent = selection.currentId === person._id
  return (
    <Link
      to={paths.conversation(person._id)}
      state={selection.state}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(className, 'text-text no-underline', isCurrent && 'bg-primary-soft')}
      {...shared}
    />
  )
}

type LastWordsProps = Omit<NonNullable<ChatUser['lastMessage']>, 'senderId' | 'createdAt' | 'seq'> & {
  isOwn: boolean
}

function LastWords({ text, hasImage, hasFile, isRemoved, isOwn }: LastWordsProps) {
  if (isRemoved) return <i>{m.messages_removed()}</i>
  return (
    <>
      {isOwn && m.messages_you_say()}
      {hasImage && <ImageIcon aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />}
      {hasFile && <FileText aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />}
      {text === '' ? (
        hasFile ? (
          m.messages_file()
        ) : (
          m.messages_image()
        )
      ) : (
        <>
          {(hasImage || hasFile) && (
            <VisuallyHidden>{hasFile ? m.messages_file() : m.messages_image()}: </VisuallyHidden>
          )}
          <bdi lang={languageOf(text)}>{text}</bdi>
        </>
      )}
    </>
  )
}
