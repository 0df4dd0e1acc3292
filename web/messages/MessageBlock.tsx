import { Fragment, memo, useLayoutEffect, useRef } from 'react'
import type { Message } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { useNow } from '../lib/clock.ts'
import { Bubble } from './Bubble.tsx'
import { dayLabel, dayOf } from './days.ts'

/** Messages per block, by their `seq`. */
const BLOCK = 50

export type Block = { number: number; messages: Message[] }

/** The messages in blocks by `seq`: messages added above or below leave other blocks unchanged. */
export function blocksOf(messages: readonly Message[]): Block[] {
  const blocks: Block[] = []
  for (const message of messages) {
    const number = Math.floor((message.seq - 1) / BLOCK)
    if (blocks.at(-1)?.number !== number) blocks.push({ number, messages: [] })
    blocks.at(-1)?.messages.push(message)
  }
  return blocks
}

type Props = {
  messages: readonly Message[]
  /** The last message of the block above. */
  before: Message | undefined
  partner: { _id: string; name: string }
  /** Hides pictures of the partner. */
  isCovered: boolean
  /** The partner is deactivated. */
  isGone: boolean
  /** The first unread message and the last own read one, if they are in this block. */
  markedSeq: number | undefined
  lastReadSeq: number | undefined
  onImageFailed: (seq: number) => void
}

/** A part of a conversation, rendered again only when it changes, and skipped while far outside the viewport. */
export const MessageBlock = memo(
  function MessageBlock(props: Props) {
    const { messages, before, partner, isCovered, isGone, markedSeq, lastReadSeq, onImageFailed } = props
    const list = useRef<HTMLOListElement>(null)
    const isWhole = messages.length === BLOCK

    // The measured height replaces the content, against layout shifts.
    useLayoutEffect(() => {
      if (!list.current || !isWhole) return
      list.current.style.containIntrinsicBlockSize = `auto ${list.current.offsetHeight}px`
      list.current.style.contentVisibility = 'auto'
    }, [isWhole])

    return (
      <ol ref={list}>
        {messages.map((message, index) => {
          const last = messages[index - 1] ?? before
          const isNewDay = !last || dayOf(last.createdAt) !== dayOf(message.createdAt)
          const isMarked = message.seq === markedSeq
          return (
            <Fragment key={message.clientId ?? message._id}>
              {isNewDay && <Day time={message.createdAt} />}
              {isMarked && (
                <li
                  data-unread-marker
                  className="flex items-center gap-2 py-2 font-medium text-secondary text-xs before:flex-1 before:border-secondary before:border-t after:flex-1 after:border-secondary after:border-t"
                >
                  {m.messages_new()}
                </li>
              )}
              <Bubble
                message={message}
                partner={partner}
                senderName={message.senderId === partner._id ? partner.name : undefined}
                isLastRead={message.seq === lastReadSeq}
                isCovered={isCovered}
                isGone={isGone}
                isFollowing={!isNewDay && !isMarked && last.senderId === message.senderId}
                onImageFailed={() => onImageFailed(message.seq)}
              />
            </Fragment>
          )
        })}
      </ol>
    )
  },
  (before, now) =>
    before.before === now.before &&
    before.partner === now.partner &&
    before.isCovered === now.isCovered &&
    before.isGone === now.isGone &&
    before.markedSeq === now.markedSeq &&
    before.lastReadSeq === now.lastReadSeq &&
    before.messages.length === now.messages.length &&
    before.messages.every((message, index) => message === now.messages[index]),
)

function Day({ time }: { time: string }) {
  return <li className="pt-4 pb-2 text-center text-muted text-xs">{dayLabel(time, useNow())}</li>
}
