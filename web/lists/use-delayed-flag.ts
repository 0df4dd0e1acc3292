import { useEffect, useState } from 'react'

const DELAY_MS = 100

/** True once `isActive` has been true for 100 ms, so that quick changes show no loading state. */
export function useDelayedFlag(isActive: boolean): boolean {
  const [isDelayOver, setDelayOver] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setDelayOver(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setDelayOver(false)
    }
  }, [isActive])
  return isActive && isDelayOver
}
