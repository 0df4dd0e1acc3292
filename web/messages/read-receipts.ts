import type { InboxState } from './inbox-state.ts'

type Needs = {
  state: () => InboxState
  /** False while it cannot be sent. */
  send: (senderId: string, upTo: number) => boolean
}

/** A connection may send 30 events a minute (S2); a dropped one is sent again, up to three times. */
const MINUTE_MS = 60_000
const BURST = 8
const BURST_PAUSE_MS = 300
const PAUSE_MS = 6000
const MAX_TRIES = 3

/** Marks the visible conversation as read for as long as the server counts unread messages in it. */
export function createReadReceipts({ state, send }: Needs) {
  let visiblePeerId: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = { senderId: '', upTo: 0, tries: 0 }
  let sentAt: number[] = []

  function check() {
    if (!visiblePeerId || timer) return
    const unread = state().counts?.unread[visiblePeerId] ?? 0
    const upTo = state().conversations[visiblePeerId]?.messages.at(-1)?.seq
    if (unread === 0 || upTo === undefined) return
    const isSame = last.senderId === visiblePeerId && last.upTo === upTo
    if (isSame && last.tries >= MAX_TRIES) return
    const pauseMs = remainingPauseMs()
    if (pauseMs > 0) {
      timer = setTimeout(() => {
        timer = undefined
        check()
      }, pauseMs)
      return
    }
    // Without a connection the next one sends it.
    if (!send(visiblePeerId, upTo)) return
    sentAt = [...sentAt, Date.now()]
    last = { senderId: visiblePeerId, upTo, tries: isSame ? last.tries + 1 : 1 }
    check()
  }

  function remainingPauseMs() {
    const now = Date.now()
    sentAt = sentAt.filter((at) => at > now - MINUTE_MS)
    const newest = sentAt.at(-1)
    if (newest === undefined) return 0
    return newest + (sentAt.length < BURST ? BURST_PAUSE_MS : PAUSE_MS) - now
  }

  return {
    /** The visible conversation; undefined without one. */
    setVisiblePeer(peerId: string | undefined) {
      if (peerId !== visiblePeerId) last = { senderId: '', upTo: 0, tries: 0 }
      visiblePeerId = peerId
      check()
    },
    check,
    /** After a reconnect: events of the former connection may be lost. */
    resend() {
      last = { ...last, tries: 0 }
      check()
    },
    close: () => clearTimeout(timer),
  }
}
