import { useCallback, useEffect, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { auth } from './auth.ts'

/**
 * Confirms before unsaved input is lost: by a link, back, closing the tab, or closing a dialog (`canDismiss`).
 * LeaveDialog is the confirmation. Not at the end of a session: the input is persisted (useFormPersist).
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
    if (!hasUnsaved) {
      // A dialog that stays mounted confirms the next change again.
      isReleased.current = false
      return
    }
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [hasUnsaved])

  return {
    isAsking: blocker.state === 'blocked' || closing !== undefined,
    /** Closes a dialog, after confirmation if needed. */
    close(act: () => void) {
      if (hasUnsaved && !isReleased.current) setClosing(() => act)
      else act()
    },
    /** After success nothing is unsaved, whatever the form says. */
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
