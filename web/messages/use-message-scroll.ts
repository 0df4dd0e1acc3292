import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/inbox.ts'

type Options = {
  messages: readonly Message[]
  partnerId: string
  /** The newest message of one's own that is not stored yet: it is shown at once. */
  lastOutgoingId: string | undefined
  isReady: boolean
  /** The beginning of what is loaded comes into view. */
  onTop: () => void
}

/** So near to the end counts as there. */
const END_PIXELS = 48
const TOP_PIXELS = 160
const ABOVE_MARKER_PIXELS = 64

/**
 * Where a conversation stands: it begins at what is unread, else at the end; it follows new messages only from
 * there; and it does not jump when older ones come in above.
 */
export function useMessageScroll({ messages, partnerId, lastOutgoingId, isReady, onTop }: Options) {
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const last = useRef<{ firstSeq: number; height: number; outgoingId: string | undefined }>(undefined)
  const lastSeq = messages.at(-1)?.seq ?? 0
  /** Everything up to here was in view at the end. */
  const [seenSeq, setSeenSeq] = useState(0)

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
    last.current = { firstSeq, height: element.scrollHeight, outgoingId: lastOutgoingId }
  }, [messages, lastOutgoingId, lastSeq, isReady])

  /** The keyboard of a phone, a longer draft, a word under a message: the end stays in view. */
  const content = useCallback((list: HTMLElement | null) => {
    // Not the ref of the box: what is inside gets its ref first.
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
    if (element.scrollTop < TOP_PIXELS) onTop()
  }

  return {
    box,
    content,
    newBelow: messages.filter(({ seq, senderId }) => seq > seenSeq && senderId === partnerId).length,
    toEnd: () => box.current && toEnd(box.current, likesMotion() ? 'smooth' : 'instant'),
    handleScroll,
  }
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < END_PIXELS

const topOf = (element: Element) => element.getBoundingClientRect().top

const likesMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

function toEnd(element: HTMLElement, behavior: ScrollBehavior = 'instant') {
  element.scrollTo({ top: element.scrollHeight, behavior })
}
