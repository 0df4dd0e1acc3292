import { useEffect, useState } from 'react'

const DELAY_MS = 100

/** True once `isSo` has been true for 100 ms, so that quick changes show no loading state. */
export function useDelayedFlag(isSo: boolean): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isSo])
  return isSo && hasLasted
}
