import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import EyeOff from 'lucide-react/icons/eye-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo, type ReactNode } from 'react'
import type { Message } from '#contract/inbox.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { formatTime } from '../lib/format.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { LinkedText } from '../ui/LinkedText.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { WarningNote } from '../warnings/WarningNote.tsx'
import { BubbleImage, EnlargeableImage } from './BubbleImage.tsx'
import { FileLine, FileLink } from './FileLink.tsx'
import { MessageMenu } from './MessageMenu.tsx'
import type { Outgoing } from './outbox.ts'
import { QuotedMessage } from './QuotedMessage.tsx'

type BubbleProps = {
  message: Message
  /** Undefined for own messages. */
  senderName: string | undefined
  partner: { _id: string; name: string }
  /** Directly after another message of the same person. */
  isFollowing: boolean
  /** Hides the picture of a pending request. */
  isCovered: boolean
  /** The other person is deactivated; their pictures and files are unavailable. */
  isGone: boolean
  /** The last own message that the other person has read. */
  isLastRead: boolean
  /** Its URL has expired (F5). */
  onImageFailed: () => void
}

/** A stored message (CHAT-10), rendered again only when it changes. */
export const Bubble = memo(
  function Bubble(props: BubbleProps) {
    const { message, senderName, partner, isFollowing, isCovered, isGone, isLastRead, onImageFailed } = props
    const isOwn = senderName === undefined
    const isRemoved = message.removedAt !== null
    return (
      <li
        data-message={message._id}
        tabIndex={-1}
        className={cn(
          'group flex flex-col rounded-control outline-none focus:bg-hover',
          isOwn ? 'items-end' : 'items-start',
          isFollowing ? 'pt-1' : 'pt-3',
        )}
      >
        <div className={cn('flex w-full items-center gap-1', isOwn && 'flex-row-reverse')}>
          <Balloon
            isOwn={isOwn}
            isPending={isRemoved}
            senderName={senderName}
            isEdited={message.editedAt !== null}
            quote={
              message.quote && (
                <QuotedMessage
                  quote={message.quote}
                  senderName={message.quote.senderId === partner._id ? partner.name : undefined}
                />
              )
            }
            text={isRemoved ? m.messages_removed() : message.text}
            file={
              message.file && (
                <FileLink file={message.file} isCovered={isCovered && !isOwn} isGone={isGone && !isOwn} />
              )
            }
            image={
              message.image !== '' &&
              (isGone && !isOwn ? (
                <NoImage text={m.messages_image_gone()} />
              ) : isCovered && !isOwn ? (
                <NoImage text={m.messages_image_covered()} />
              ) : (
                <EnlargeableImage src={message.image} onFailed={onImageFailed} />
              ))
            }
          >
            {message.editedAt !== null && <span>{m.messages_edited()}</span>}
            <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          </Balloon>
          <MessageMenu message={message} isOwn={isOwn} />
        </div>
        {message.warning && <WarningNote warning={message.warning} className="mt-1 mb-2 max-w-[85%]" />}
        {isLastRead && <p className="pt-0.5 pr-1 text-muted text-xs">{m.messages_read()}</p>}
      </li>
    )
  },
  (before, now) =>
    before.message === now.message &&
    before.senderName === now.senderName &&
    before.partner === now.partner &&
    before.isFollowing === now.isFollowing &&
    before.isCovered === now.isCovered &&
    before.isGone === now.isGone &&
    before.isLastRead === now.isLastRead,
)

type OutgoingProps = {
  message: Outgoing
  partner: { _id: string; name: string }
  isFollowing: boolean
  /** The panel has a single notice for all messages. */
  isOffline: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** An unsent message: grey until it is stored, with Retry and Delete when it was refused. */
export function OutgoingBubble(props: OutgoingProps) {
  const { message, partner, isFollowing, isOffline, onRetry, onDiscard } = props
  const { status, tries, reason, quote } = message
  const isFailed = status === 'failed'
  return (
    <li className={cn('flex flex-col items-end', isFollowing ? 'pt-1' : 'pt-3')}>
      <Balloon
        isOwn
        isPending
        senderName={undefined}
        quote={
          quote && (
            <QuotedMessage
              quote={quote}
              senderName={quote.senderId === partner._id ? partner.name : undefined}
            />
          )
        }
        text={message.text}
        file={message.file && <FileLine file={message.file} />}
        image={message.image !== '' && <BubbleImage src={message.image} alt={m.messages_your_image()} />}
      >
        <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
        {isFailed ? (
          <CircleAlert aria-hidden="true" className="size-3.5 text-danger" />
        ) : (
          <Clock aria-hidden="true" className="size-3.5" />
        )}
        {!isFailed && tries === 0 && <VisuallyHidden>{m.messages_sending()}</VisuallyHidden>}
      </Balloon>
      {(isFailed || (tries > 0 && !isOffline)) && (
        <div className="flex max-w-full flex-wrap items-center justify-end gap-x-1 text-xs">
          <span className={isFailed ? 'text-danger' : 'text-muted'}>
            {isFailed ? m.messages_not_sent() : m.messages_not_sent_yet()}
            {reason && ` ${reason}`}
          </span>
          <Button variant="ghost" size="sm" className="min-h-8 px-2 text-xs" onClick={onRetry}>
            <RotateCcw aria-hidden="true" />
            {m.messages_retry()}
          </Button>
          {isFailed && (
            <Button variant="ghost" size="sm" className="min-h-8 px-2 text-xs" onClick={onDiscard}>
              <Trash2 aria-hidden="true" />
              {m.messages_delete()}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type BalloonProps = {
  isOwn: boolean
  isPending?: boolean
  /** Undefined for own messages. */
  senderName: string | undefined
  isEdited?: boolean
  quote: ReactNode
  text: string
  image: ReactNode
  file: ReactNode
  /** The time of the message. */
  children: ReactNode
}

function Balloon(props: BalloonProps) {
  const { isOwn, isPending = false, senderName, isEdited = false, quote, text, image, file, children } = props
  return (
    <div
      className={cn(
        'relative min-w-0 max-w-[85%] overflow-hidden rounded-2xl text-sm forced-colors:border',
        isOwn ? 'rounded-br-md bg-primary-soft' : 'rounded-bl-md bg-neutral-bg',
        isPending ? 'text-muted' : 'text-text',
      )}
    >
      <VisuallyHidden>
        {senderName === undefined ? m.messages_you_say() : m.messages_says({ name: senderName })}
      </VisuallyHidden>
      {quote}
      {image}
      {file}
      {/* In Arabic and Hebrew the time is on the left. */}
      <div dir="auto" className={cn('px-3 py-1.5', text === '' && 'h-7')}>
        {text !== '' && (
          <p lang={languageOf(text)} className="whitespace-pre-wrap">
            <LinkedText>{text}</LinkedText>
            {/* Room for the time behind the last word, or below it where the line is full. */}
            <span
              aria-hidden="true"
              className={cn('inline-block h-3', isEdited ? 'w-24' : isPending ? 'w-16' : 'w-11')}
            />
          </p>
        )}
        <div className="absolute end-2.5 bottom-1 flex items-center gap-1 text-muted text-xs tabular-nums">
          {children}
        </div>
      </div>
    </div>
  )
}

/** Replaces a picture of a pending request (TALK-01), or of a deactivated person. */
function NoImage({ text }: { text: string }) {
  return (
    <span className="flex h-44 w-full min-w-52 flex-col items-center justify-center gap-1 bg-sunken px-4 text-center text-muted text-xs">
      <EyeOff aria-hidden="true" className="size-5" />
      {text}
    </span>
  )
}
