import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect } from 'react'
import type { Message } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { OutgoingBubble } from './Bubble.tsx'
import { type Inbox, useInbox } from './inbox.ts'
import { blocksOf, MessageBlock } from './MessageBlock.tsx'
import { MessageActionsProvider } from './message-actions.tsx'
import type { Outgoing } from './outbox.ts'
import { hasLeft, isBlocked, isRequest } from './unread.ts'
import { useMessageScroll } from './use-message-scroll.ts'
import { useShowMessage } from './use-show-message.ts'
import { useUnreadMarker } from './use-unread-marker.ts'

const NO_MESSAGES: readonly Message[] = []

type Props = {
  inbox: Inbox
  partner: ChatPartner
  /** The message to show first, as after a search. */
  target: string | undefined
}

export function MessageList({ inbox, partner, target }: Props) {
  const { _id: partnerId } = partner
  const conversation = useInbox(inbox, (state) => state.conversations[partnerId])
  const outbox = useInbox(inbox, (state) => state.outbox)
  const connection = useInbox(inbox, (state) => state.connection)
  const readUpTo = useInbox(inbox, ({ signals }) => signals.readUpTo[partnerId] ?? 0)
  const isCovered = useInbox(inbox, (state) => isRequest(state, partnerId))
  const isBlockedByMe = useInbox(inbox, (state) => isBlocked(state, partnerId))
  const isGone = useInbox(inbox, (state) => hasLeft(state, partner))
  const messages = conversation?.messages ?? NO_MESSAGES
  const markedSeq = useUnreadMarker(inbox, partnerId, messages)
  const outgoing = outgoingTo(partnerId, outbox, messages)
  const blocks = blocksOf(messages)
  const lastReadSeq = messages.findLast(({ senderId, seq }) => senderId !== partnerId && seq <= readUpTo)?.seq
  const { box, content, newBelow, isScrolledUp, toEnd, handleScroll } = useMessageScroll({
    messages,
    partnerId,
    lastOutgoingId: outgoing.at(-1)?.clientId,
    isReady: conversation !== undefined && conversation.loading !== 'newest',
    onTop: () => inbox.loadOlder(partnerId),
  })

  const show = useShowMessage({ inbox, partnerId, box, messages })
  useEffect(() => {
    if (target !== undefined) show(target)
  }, [target, show])

  /** The pressed button is removed; the focus moves to the conversation. */
  function refocusing(act: () => void) {
    box.current?.focus({ preventScroll: true })
    act()
  }

  const isClosed = isBlockedByMe || isGone
  const isEmpty = messages.length + outgoing.length === 0
  if (isEmpty && (!conversation || conversation.loading)) return <LoadingBubbles />
  if (isEmpty && conversation?.failure) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
        <ErrorState
          compact
          message={conversation.failure.isGone ? m.messages_partner_left() : conversation.failure.message}
          calm={conversation.failure.isGone}
          onRetry={conversation.failure.isGone ? undefined : () => void inbox.loadNewest(partnerId)}
        />
      </div>
    )
  }
  return (
    <MessageActionsProvider inbox={inbox} partnerId={partnerId} isClosed={isClosed} onShow={show}>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <section
          ref={box}
          aria-label={m.messages_with({ name: fullName(partner) || m.general_unknown_person() })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it.
          tabIndex={0}
          onScroll={handleScroll}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 pb-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          {isEmpty ? (
            <p className="m-auto px-6 text-center text-muted text-sm">
              {m.messages_beginning({ name: partner.name })}
            </p>
          ) : (
            <>
              <Beginning inbox={inbox} partnerId={partnerId} />
              <div ref={content} className="mt-auto">
                {blocks.map(({ number, messages }, index) => (
                  <MessageBlock
                    key={number}
                    messages={messages}
                    before={blocks[index - 1]?.messages.at(-1)}
                    partner={partner}
                    isCovered={isCovered}
                    isGone={isGone}
                    markedSeq={within(messages, markedSeq)}
                    lastReadSeq={within(messages, lastReadSeq)}
                    onImageFailed={(seq) => inbox.imageFailed(partnerId, seq)}
                  />
                ))}
                {outgoing.length > 0 && (
                  <ol>
                    {outgoing.map((message, index) => (
                      <OutgoingBubble
                        key={message.clientId}
                        message={message}
                        partner={partner}
                        isFollowing={
                          index > 0 || (messages.length > 0 && messages.at(-1)?.senderId !== partnerId)
                        }
                        isOffline={connection === 'offline'}
                        onRetry={() => refocusing(() => inbox.retry(message))}
                        onDiscard={() => refocusing(() => inbox.discard(message))}
                      />
                    ))}
                  </ol>
                )}
              </div>
            </>
          )}
        </section>
        {newBelow > 0 ? (
          <Button
            size="sm"
            onClick={() => refocusing(toEnd)}
            className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
          >
            <ArrowDown aria-hidden="true" />
            {m.messages_new_count({ count: newBelow })}
          </Button>
        ) : (
          isScrolledUp && (
            <IconButton
              variant="outline"
              label={m.messages_to_newest()}
              onClick={() => refocusing(toEnd)}
              className="absolute right-3 bottom-2 rounded-full shadow-raised"
            >
              <ArrowDown aria-hidden="true" />
            </IconButton>
          )
        )}
      </div>
    </MessageActionsProvider>
  )
}

/** Above the first message: older messages are loading, failed to load, or do not exist. */
function Beginning({ inbox, partnerId }: { inbox: Inbox; partnerId: string }) {
  const conversation = useInbox(inbox, (state) => state.conversations[partnerId])
  if (conversation?.failure?.of === 'older') {
    return (
      <ErrorState compact message={conversation.failure.message} onRetry={() => inbox.loadOlder(partnerId)} />
    )
  }
  if (!conversation?.hasOlder) return null
  return (
    <div className="flex h-10 shrink-0 items-center justify-center">
      <Spinner size="sm" label={conversation.loading === 'older' ? m.messages_loading_older() : ''} />
    </div>
  )
}

/** The `seq`, if it is in this block. */
const within = (block: readonly Message[], seq: number | undefined) =>
  block.some((message) => message.seq === seq) ? seq : undefined

/** Outgoing messages that are not stored yet: the event may precede the response. */
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
        {m.messages_loading()}
      </span>
      <Skeleton className="h-10 w-3/5 rounded-2xl" />
      <Skeleton className="h-10 w-2/5 self-end rounded-2xl" />
      <Skeleton className="h-16 w-4/5 rounded-2xl" />
      <Skeleton className="h-10 w-1/2 self-end rounded-2xl" />
    </div>
  )
}
