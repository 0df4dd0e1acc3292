import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import ImageOff from 'lucide-react/icons/image-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo, type ReactNode, useEffect, useState } from 'react'
import type { Message } from '#contract/inbox.ts'
import { formatTime } from '../lib/format.ts'
import { realtime } from '../lib/realtime.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import type { Outgoing } from './outbox.ts'

type BubbleProps = {
  message: Message
  /** Undefined for own messages. */
  senderName: string | undefined
  /** Directly after another message of the same person. */
  isFollowing: boolean
  /** The last own message that the other person has read. */
  isLastRead: boolean
  /** Its URL has expired (F5). */
  onImageFailed: () => void
}

/** A stored message (CHAT-10), rendered again only when it changes. */
export const Bubble = memo(
  function Bubble({ message, senderName, isFollowing, isLastRead, onImageFailed }: BubbleProps) {
    const isOwn = senderName === undefined
    return (
      <li className={cn('flex flex-col', isOwn ? 'items-end' : 'items-start', isFollowing ? 'pt-1' : 'pt-3')}>
        <Balloon
          isOwn={isOwn}
          who={isOwn ? 'You' : senderName}
          text={message.text}
          image={
            message.image !== '' && (
              <a href={message.image} target="_blank" rel="noopener noreferrer" className="block">
                <BubbleImage src={message.image} alt="Open the image in a new tab" onFailed={onImageFailed} />
              </a>
            )
          }
        >
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
        </Balloon>
        {isLastRead && <p className="pt-0.5 pr-1 text-muted text-xs">Read</p>}
      </li>
    )
  },
  (before, now) =>
    before.message === now.message &&
    before.senderName === now.senderName &&
    before.isFollowing === now.isFollowing &&
    before.isLastRead === now.isLastRead,
)

type OutgoingProps = {
  message: Outgoing
  isFollowing: boolean
  /** The panel then shows one notice for all messages. */
  isOffline: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** An unsent message: grey until it is stored, with Retry and Delete when it was refused. */
export function OutgoingBubble({ message, isFollowing, isOffline, onRetry, onDiscard }: OutgoingProps) {
  const { status, tries, reason } = message
  const isFailed = status === 'failed'
  return (
    <li className={cn('flex flex-col items-end', isFollowing ? 'pt-1' : 'pt-3')}>
      <Balloon
        isOwn
        isPending
        who="You"
        text={message.text}
        image={message.image !== '' && <BubbleImage src={message.image} alt="Your image" />}
      >
        <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
        {isFailed ? (
          <CircleAlert aria-hidden="true" className="size-3.5 text-danger" />
        ) : (
          <Clock aria-hidden="true" className="size-3.5" />
        )}
        {!isFailed && tries === 0 && <VisuallyHidden>Sending</VisuallyHidden>}
      </Balloon>
      {(isFailed || (tries > 0 && !isOffline)) && (
        <div className="flex max-w-full flex-wrap items-center justify-end gap-x-1 text-xs">
          <span className={isFailed ? 'text-danger' : 'text-muted'}>
            {isFailed ? 'Not sent.' : 'Not sent yet.'}
            {reason && ` ${reason}`}
          </span>
          <Button variant="ghost" size="sm" className="min-h-8 px-2 text-xs" onClick={onRetry}>
            <RotateCcw aria-hidden="true" />
            Retry
          </Button>
          {isFailed && (
            <Button variant="ghost" size="sm" className="min-h-8 px-2 text-xs" onClick={onDiscard}>
              <Trash2 aria-hidden="true" />
              Delete
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
  who: string
  text: string
  image: ReactNode
  /** Its time. */
  children: ReactNode
}

function Balloon({ isOwn, isPending = false, who, text, image, children }: BalloonProps) {
  return (
    <div
      className={cn(
        'relative max-w-[85%] overflow-hidden rounded-2xl text-sm forced-colors:border',
        isOwn ? 'rounded-br-md bg-primary-soft' : 'rounded-bl-md bg-neutral-bg',
        isPending ? 'text-muted' : 'text-text',
      )}
    >
      <VisuallyHidden>{`${who}: `}</VisuallyHidden>
      {image}
      {/* In Arabic and Hebrew the time is on the left. */}
      <div dir="auto" className={cn('px-3 py-1.5', text === '' && 'h-7')}>
        {text !== '' && (
          <p className="whitespace-pre-wrap">
            {text}
            {/* Room for the time behind the last word, or below it where the line is full. */}
            <span aria-hidden="true" className={cn('inline-block h-3', isPending ? 'w-16' : 'w-11')} />
          </p>
        )}
        <div className="absolute end-2.5 bottom-1 flex items-center gap-1 text-muted text-xs tabular-nums">
          {children}
        </div>
      </div>
    </div>
  )
}

/** In a box of fixed height, so that nothing moves when it loads. */
function BubbleImage({ src, alt, onFailed }: { src: string; alt: string; onFailed?: () => void }) {
  const [failedSrc, setFailedSrc] = useState<string>()
  // The connection may have failed: the next one retries.
  useEffect(() => realtime.onState(() => realtime.state() === 'connected' && setFailedSrc(undefined)), [])
  if (failedSrc === src) {
    return (
      <span className="flex h-44 w-full min-w-52 flex-col items-center justify-center gap-1 bg-sunken text-muted text-xs">
        <ImageOff aria-hidden="true" className="size-5" />
        Image could not be loaded
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => {
        setFailedSrc(src)
        onFailed?.()
      }}
      className="h-44 w-full min-w-52 bg-sunken object-cover"
    />
  )
}
