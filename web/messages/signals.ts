/** Typing and read positions of others, exchanged only between two people who both share them. */
export type Signals = {
  typing: ReadonlySet<string>
  /** By person: the `seq` up to which they have read; 0 or absent when it is not shared. */
  readUpTo: Readonly<Record<string, number>>
}

type Needs = {
  sendTyping: (receiverId: string) => void
  /** Undefined after a failure. */
  fetchReadState: (peerId: string) => Promise<number | undefined>
  changed: (signals: Signals) => void
}

/** Together with read receipts this stays below 30 events in a minute (S2). */
const TYPING_THROTTLE_MS = 6000
const TYPING_SHOWN_MS = 8000

export const NO_SIGNALS: Signals = { typing: new Set(), readUpTo: {} }

/** Neither stored nor counted: a lost signal is harmless. */
export function createSignals({ sendTyping, fetchReadState, changed }: Needs) {
  let signals = NO_SIGNALS
  let typingSentAt = 0
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function set(change: Partial<Signals>) {
    signals = { ...signals, ...change }
    changed(signals)
  }

  function stopTyping(peerId: string) {
    clearTimeout(timers.get(peerId))
    timers.delete(peerId)
    if (!signals.typing.has(peerId)) return
    const typing = new Set(signals.typing)
    typing.delete(peerId)
    set({ typing })
  }

  return {
    showTyping(peerId: string) {
      clearTimeout(timers.get(peerId))
      timers.set(
        peerId,
        setTimeout(() => stopTyping(peerId), TYPING_SHOWN_MS),
      )
      if (!signals.typing.has(peerId)) set({ typing: new Set([...signals.typing, peerId]) })
    },

    stopTyping,

    showRead(peerId: string, upTo: number) {
      if (upTo <= (signals.readUpTo[peerId] ?? 0)) return
      set({ readUpTo: { ...signals.readUpTo, [peerId]: upTo } })
    },

    /** Fetches the read state, which is reset to 0 when it is no longer shared. */
    async refreshRead(peerId: string) {
      const upTo = await fetchReadState(peerId)
      if (upTo === undefined || upTo === (signals.readUpTo[peerId] ?? 0)) return
      set({ readUpTo: { ...signals.readUpTo, [peerId]: upTo } })
    },

    /** Throttled. */
    sendTyping(peerId: string) {
      const now = Date.now()
      if (now < typingSentAt + TYPING_THROTTLE_MS) return
      typingSentAt = now
      sendTyping(peerId)
    },

    close() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
