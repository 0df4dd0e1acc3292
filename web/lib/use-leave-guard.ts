import { useCallback, useEffect, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { auth } from './auth.ts'

/**
 * Asks before unsaved input is left: by a link, by back, by closing the tab, or by closing a dialog (`canDismiss`).
 * LeaveDialog draws the question. A sign-in that has ended is let through: the input is kept (useFormPersist).
 */
export function useLeaveGuard(hasUnsaved: boolean, onLeave: () => void) {
  const isReleased = useRef(false)
  const [closing, setClosing] = useState<() => void>()

  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        hasUnsaved &&
        !isReleased.current &&
        auth.get().status !== 'visitor' &&
        currentLocation.pathname !== nextLocation.pathname,
      [hasUnsaved],
    ),
  )

  useEffect(() => {
    if (!hasUnsaved) return
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [hasUnsaved])

  return {
    isAsking: blocker.state === 'blocked' || closing !== undefined,
    /** Closes a dialog, after the question if there is one. */
    close(act: () => void) {
      if (hasUnsaved && !isReleased.current) setClosing(() => act)
      else act()
    },
    /** After success nothing is unsaved any more, whatever the form says. */
    release() {
      isReleased.current = true
    },
    stay() {
      setClosing(undefined)
      if (blocker.state === 'blocked') blocker.reset()
    },
    leave() {
      isReleased.current = true
      onLeave()
      setClosing(undefined)
      closing?.()
      if (blocker.state === 'blocked') blocker.proceed()
    },
  }
}

export type LeaveGuard = ReturnType<typeof useLeaveGuard>
