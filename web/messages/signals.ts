/** Who types now, and how far the others have read: shown only between two who both show it. */
export type Signals = {
  typing: ReadonlySet<string>
  /** By person: the `seq` up to which they have read; 0 or absent when it is not shown. */
  readUpTo: Readonly<Record<string, number>>
}

type Needs = {
  tellTyping: (receiverId: string) => void
  /** Undefined when it could not be asked. */
  askReadState: (peerId: string) => Promise<number | undefined>
  changed: (signals: Signals) => void
}

/** With what reading takes, this stays below 30 events in a minute (S2). */
const TELL_PAUSE_MS = 6000
const SHOWN_MS = 8000

export const NO_SIGNALS: Signals = { typing: new Set(), readUpTo: {} }

/** None of it is stored or counted: a lost signal is no loss. */
export function createSignals({ tellTyping, askReadState, changed }: Needs) {
  let signals = NO_SIGNALS
  let toldAt = 0
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
    typing(peerId: string) {
      clearTimeout(timers.get(peerId))
      timers.set(
        peerId,
        setTimeout(() => stopTyping(peerId), SHOWN_MS),
      )
      if (!signals.typing.has(peerId)) set({ typing: new Set([...signals.typing, peerId]) })
    },

    stopTyping,

    read(peerId: string, upTo: number) {
      if (upTo <= (signals.readUpTo[peerId] ?? 0)) return
      set({ readUpTo: { ...signals.readUpTo, [peerId]: upTo } })
    },

    /** As it is now, also when it is not shown any more. */
    async refresh(peerId: string) {
      const upTo = await askReadState(peerId)
      if (upTo === undefined || upTo === (signals.readUpTo[peerId] ?? 0)) return
      set({ readUpTo: { ...signals.readUpTo, [peerId]: upTo } })
    },

    /** This person types to that one. */
    tell(peerId: string) {
      const now = Date.now()
      if (now < toldAt + TELL_PAUSE_MS) return
      toldAt = now
      tellTyping(peerId)
    },

    close() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
