import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/inbox.ts'

type Options = {
  messages: readonly Message[]
  partnerId: string
  /** The newest outgoing message. */
  lastOutgoingId: string | undefined
  isReady: boolean
  /** Called when the start of the loaded messages comes into view. */
  onTop: () => void
}

/** Tolerance for being at the end. */
const END_PIXELS = 48
const TOP_PIXELS = 160
const ABOVE_MARKER_PIXELS = 64

/**
 * The scroll position of a conversation: it starts at the first unread message, else at the end; follows new messages
 * only from the end; and does not jump when older ones are inserted above.
 */
export function useMessageScroll({ messages, partnerId, lastOutgoingId, isReady, onTop }: Options) {
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const last = useRef<{ firstSeq: number; height: number; outgoingId: string | undefined }>(undefined)
  const lastSeq = messages.at(-1)?.seq ?? 0
  /** The newest message that was in view. */
  const [seenSeq, setSeenSeq] = useState(0)
  const [isScrolledUp, setScrolledUp] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isReady) return
    const before = last.current
    const firstSeq = messages[0]?.seq ?? 0
    const isSending = lastOutgoingId !== undefined && lastOutgoingId !== before?.outgoingId
    if (!before) {
      const marker = element.querySelector<HTMLElement>('[data-unread-marker]')
      if (marker) element.scrollTop += topOf(marker) - topOf(element) - ABOVE_MARKER_PIXELS
      else toEnd(element)
      isAtEnd.current = isNearEnd(element)
    } else if (firstSeq < before.firstSeq && !isAtEnd.current) {
      element.scrollTop += element.scrollHeight - before.height
    } else if (isAtEnd.current || isSending) {
      toEnd(element)
      isAtEnd.current = true
    }
    if (isAtEnd.current || !before) setSeenSeq(lastSeq)
    setScrolledUp(isFarFromEnd(element))
    last.current = { firstSeq, height: element.scrollHeight, outgoingId: lastOutgoingId }
  }, [messages, lastOutgoingId, lastSeq, isReady])

  /** Keeps the end in view when the on-screen keyboard, a longer draft or a status line changes the height. */
  const content = useCallback((list: HTMLElement | null) => {
    // Not the ref of the box: children get their ref first.
    const element = list?.parentElement
    if (!list || !element) return undefined
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd(element)
    })
    observer.observe(list)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function handleScroll() {
    const element = box.current
    if (!element) return
    isAtEnd.current = isNearEnd(element)
    if (isAtEnd.current) setSeenSeq(lastSeq)
    setScrolledUp(isFarFromEnd(element))
    if (element.scrollTop < TOP_PIXELS) onTop()
  }

  return {
    box,
    content,
    newBelow: messages.filter(({ seq, senderId }) => seq > seenSeq && senderId === partnerId).length,
    /** More than half a screen above the newest message. */
    isScrolledUp,
    toEnd: () => box.current && toEnd(box.current, allowsMotion() ? 'smooth' : 'instant'),
    handleScroll,
  }
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < END_PIXELS

const isFarFromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight > clientHeight / 2

const topOf = (element: Element) => element.getBoundingClientRect().top

const allowsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

function toEnd(element: HTMLElement, behavior: ScrollBehavior = 'instant') {
  element.scrollTo({ top: element.scrollHeight, behavior })
}
