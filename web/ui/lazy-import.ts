import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '#contract/texts.ts'
import { toast } from './toast.ts'

export type LazyImport<Value> = () => Promise<Value>

/** Imports once for all callers; after a failure the next call retries. */
export function lazyImport<Value>(importValue: () => Promise<Value>): LazyImport<Value> {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= importValue().catch((error: unknown) => {
      pending = undefined
      throw error
    })
    return pending
  }
}

/** Loads ahead of use. A failure is ignored: opening retries. */
export function prefetch(load: LazyImport<unknown>) {
  load().catch(() => {})
}

/**
 * The value once `isWanted` was true and it has loaded; undefined before and on the server. Not React's `lazy`: an
 * overlay that cannot be loaded must stay closed without breaking the page.
 */
export function useLazyImport<Value>(load: LazyImport<Value>, isWanted: boolean, onFailure: () => void) {
  const [loaded, setLoaded] = useState<{ value: Value }>()
  const fail = useEffectEvent(onFailure)
  const isMissing = isWanted && !loaded

  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    load().then(
      (value) => isCurrent && setLoaded({ value }),
      () => isCurrent && fail(),
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing, load])

  return loaded?.value
}

/** The same for an overlay: on a failure it closes and a toast gives the reason. */
export function useLazyPopup<Value>(load: LazyImport<Value>, isOpen: boolean, close: () => void) {
  return useLazyImport(load, isOpen, () => {
    close()
    toast.error(m.general_open_failed(), { id: 'lazy-popup' })
  })
}
