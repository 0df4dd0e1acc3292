import { ArrowDown } from 'lucide-react'
import { Fragment } from 'react'
import type { Message } from '#contract/inbox.ts'
import { useNow } from '../lib/clock.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import { dayLabel, dayOf } from './days.ts'
import { type Inbox, useInbox } from './inbox.ts'
import type { Outgoing } from './outbox.ts'
import { useMessageScroll } from './use-message-scroll.ts'
import { useUnreadMarker } from './use-unread-marker.ts'

const NO_MESSAGES: readonly Message[] = []

export function MessageList({ inbox, partner }: { inbox: Inbox; partner: ChatPartner }) {
  const { _id: partnerId } = partner
  const conversation = useInbox(inbox, (state) => state.conversations[partnerId])
  const outbox = useInbox(inbox, (state) => state.outbox)
  const link = useInbox(inbox, (state) => state.link)
  const readUpTo = useInbox(inbox, ({ signals }) => signals.readUpTo[partnerId] ?? 0)
  const messages = conversation?.messages ?? NO_MESSAGES
  const markedSeq = useUnreadMarker(inbox, partnerId, messages)
  const outgoing = outgoingTo(partnerId, outbox, messages)
  const { box, content, newBelow, toEnd, handleScroll } = useMessageScroll({
    messages,
    partnerId,
    lastOutgoingId: outgoing.at(-1)?.clientId,
    isReady: conversation !== undefined && conversation.loading !== 'newest',
    onTop: () => inbox.readOlder(partnerId),
  })

  /** The pressed button goes away; the keyboard stays in the conversation. */
  function withFocusKept(act: () => void) {
    box.current?.focus({ preventScroll: true })
    act()
  }

  const isEmpty = messages.length + outgoing.length === 0
  if (isEmpty && (!conversation || conversation.loading)) return <LoadingBubbles />
  if (isEmpty && conversation?.failure) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
        <ErrorState
          compact
          message={conversation.failure.message}
          onRetry={() => void inbox.readNewest(partnerId)}
        />
      </div>
    )
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={box}
        aria-label={`Messages with ${fullName(partner)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it.
        tabIndex={0}
        onScroll={handleScroll}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 pb-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {isEmpty ? (
          <p className="m-auto px-6 text-center text-muted text-sm">
            {`This is the beginning of your conversation with ${partner.name}.`}
          </p>
        ) : (
          <>
            <Beginning inbox={inbox} partnerId={partnerId} />
            <ol ref={content} className="mt-auto">
              <Messages
                inbox={inbox}
                partner={partner}
                messages={messages}
                markedSeq={markedSeq}
                readUpTo={readUpTo}
              />
              {outgoing.map((message, index) => (
                <OutgoingBubble
                  key={message.clientId}
                  message={message}
                  isFollowing={index > 0 || (messages.length > 0 && messages.at(-1)?.senderId !== partnerId)}
                  isOffline={link === 'offline'}
                  onRetry={() => withFocusKept(() => inbox.retry(message))}
                  onDiscard={() => withFocusKept(() => inbox.discard(message))}
                />
              ))}
            </ol>
          </>
        )}
      </section>
      {newBelow > 0 && (
        <Button
          size="sm"
          onClick={toEnd}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
        >
          <ArrowDown aria-hidden="true" />
          {newBelow === 1 ? '1 new message' : `${newBelow} new messages`}
        </Button>
      )}
    </div>
  )
}

type MessagesProps = {
  inbox: Inbox
  partner: ChatPartner
  messages: readonly Message[]
  markedSeq: number | undefined
  /** By the other person. */
  readUpTo: number
}

/** Separated by days, with a line above the first that was unread. */
function Messages({ inbox, partner, messages, markedSeq, readUpTo }: MessagesProps) {
  const now = useNow()
  const lastReadSeq = messages.findLast(
    ({ senderId, seq }) => senderId !== partner._id && seq <= readUpTo,
  )?.seq
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const isNewDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt)
    const isMarked = message.seq === markedSeq
    return (
      <Fragment key={message.clientId ?? message._id}>
        {isNewDay && (
          <li className="pt-4 pb-2 text-center text-muted text-xs">{dayLabel(message.createdAt, now)}</li>
        )}
        {isMarked && (
          <li
            data-unread-marker
            className="flex items-center gap-2 py-2 font-medium text-secondary text-xs before:flex-1 before:border-secondary before:border-t after:flex-1 after:border-secondary after:border-t"
          >
            New messages
          </li>
        )}
        <Bubble
          message={message}
          senderName={message.senderId === partner._id ? partner.name : undefined}
          isLastRead={message.seq === lastReadSeq}
          isFollowing={!isNewDay && !isMarked && before.senderId === message.senderId}
          onImageFailed={() => inbox.imageFailed(partner._id, message.seq)}
        />
      </Fragment>
    )
  })
}

/** Above the first message: what is older comes, failed to come, or is not there. */
function Beginning({ inbox, partnerId }: { inbox: Inbox; partnerId: string }) {
  const conversation = useInbox(inbox, (state) => state.conversations[partnerId])
  if (conversation?.failure?.of === 'older') {
    return (
      <ErrorState compact message={conversation.failure.message} onRetry={() => inbox.readOlder(partnerId)} />
    )
  }
  if (!conversation?.hasOlder) return null
  return (
    <div className="flex h-10 shrink-0 items-center justify-center">
      <Spinner size="sm" label={conversation.loading === 'older' ? 'Loading older messages' : ''} />
    </div>
  )
}

/** What is stored already is shown as stored, whichever was heard of first. */
function outgoingTo(partnerId: string, outbox: readonly Outgoing[], messages: readonly Message[]) {
  const own = outbox.filter(({ receiverId }) => receiverId === partnerId)
  if (own.length === 0) return own
  const stored = new Set(messages.map(({ clientId }) => clientId))
  return own.filter(({ clientId }) => !stored.has(clientId))
}

function LoadingBubbles() {
  return (
    <div
      aria-busy="true"
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-3 pb-4"
    >
      <span role="status" className="sr-only">
        Loading messages
      </span>
      <Skeleton className="h-10 w-3/5 rounded-2xl" />
      <Skeleton className="h-10 w-2/5 self-end rounded-2xl" />
      <Skeleton className="h-16 w-4/5 rounded-2xl" />
      <Skeleton className="h-10 w-1/2 self-end rounded-2xl" />
    </div>
  )
}
