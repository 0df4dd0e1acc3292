import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from './toast.ts'

export type LazyPart<Part> = {
  /** What has arrived so far. */
  current: () => Part | undefined
  /** Fetches it once for all; after a failure the next call tries again. */
  fetch: () => Promise<Part>
}

/** Code that a page does not carry until somebody opens a window. */
export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined
  let pending: Promise<Part> | undefined
  return {
    current: () => part,
    fetch() {
      pending ??= load().then(
        (loaded) => {
          part = loaded
          return loaded
        },
        (error: unknown) => {
          pending = undefined
          throw error
        },
      )
      return pending
    },
  }
}

/** Fetches ahead. A failure says nothing here: opening fetches once more. */
export function prefetch(part: LazyPart<unknown>) {
  part.fetch().catch(() => {})
}

/**
 * The part, from the first time it was wanted on; undefined before, while it is on its way, and on the server.
 * Without React's lazy, because a window that cannot be fetched should stay closed and not take the page with it.
 */
export function useLazyPart<Part>(part: LazyPart<Part>, isWanted: boolean, onFailure: () => void) {
  const [arrived, setArrived] = useState<{ part: Part }>()
  const fail = useEffectEvent(onFailure)
  const isMissing = isWanted && !arrived

  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    part.fetch().then(
      (loaded) => isCurrent && setArrived({ part: loaded }),
      () => isCurrent && fail(),
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing, part])

  return arrived?.part
}

/** The same for a window that somebody opens: when it cannot be fetched it closes, and a word says so. */
export function useLazyWindow<Part>(part: LazyPart<Part>, isOpen: boolean, close: () => void) {
  return useLazyPart(part, isOpen, () => {
    close()
    toast.error('This could not be opened. Check your connection and try again.', { id: 'lazy-window' })
  })
}
