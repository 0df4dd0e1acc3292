import type { InboxState } from './inbox-state.ts'

type Needs = {
  state: () => InboxState
  /** False when it could not be told. */
  tell: (senderId: string, upTo: number) => boolean
}

/** A minute has room for 30 events of a connection (S2); what is dropped is told again, but not for ever. */
const MINUTE_MS = 60_000
const QUICK_TELLS = 8
const QUICK_PAUSE_MS = 300
const PAUSE_MS = 6000
const MAX_TRIES = 3

/** Tells the server what was read, for as long as it counts messages as unread that the person is looking at. */
export function createReadReceipts({ state, tell }: Needs) {
  let lookedAt: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = { senderId: '', upTo: 0, tries: 0 }
  let tells: number[] = []

  function check() {
    if (!lookedAt || timer) return
    const unread = state().counts?.unread[lookedAt] ?? 0
    const upTo = state().conversations[lookedAt]?.messages.at(-1)?.seq
    if (unread === 0 || upTo === undefined) return
    const isSame = last.senderId === lookedAt && last.upTo === upTo
    if (isSame && last.tries >= MAX_TRIES) return
    const wait = pause()
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = undefined
        check()
      }, wait)
      return
    }
    // Without a connection it is told with the next one.
    if (!tell(lookedAt, upTo)) return
    tells = [...tells, Date.now()]
    last = { senderId: lookedAt, upTo, tries: isSame ? last.tries + 1 : 1 }
    check()
  }

  function pause() {
    const now = Date.now()
    tells = tells.filter((at) => at > now - MINUTE_MS)
    const newest = tells.at(-1)
    if (newest === undefined) return 0
    return newest + (tells.length < QUICK_TELLS ? QUICK_PAUSE_MS : PAUSE_MS) - now
  }

  return {
    look(peerId: string | undefined) {
      if (peerId !== lookedAt) last = { senderId: '', upTo: 0, tries: 0 }
      lookedAt = peerId
      check()
    },
    check,
    /** What was told on a line that is gone may be lost. */
    tellAgain() {
      last = { ...last, tries: 0 }
      check()
    },
    close: () => clearTimeout(timer),
  }
}
