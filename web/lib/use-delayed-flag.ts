import { useEffect, useState } from 'react'

const MOMENT_MS = 100

/** True once something has been so for a moment: what comes at once takes the place of the former without a blink. */
export function useDelayedFlag(isSo: boolean): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), MOMENT_MS)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isSo])
  return isSo && hasLasted
}
