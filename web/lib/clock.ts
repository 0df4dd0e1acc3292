import { createContext, useContext, useSyncExternalStore } from 'react'

/** When the server rendered the page (ms). Hydration uses the same time. */
export const RenderedAt = createContext<number | undefined>(undefined)

/** The time, to the minute. */
export function useNow(): number {
  const renderedAt = useContext(RenderedAt)
  return useSyncExternalStore(subscribe, thisMinute, () => renderedAt ?? thisMinute())
}

const MINUTE_MS = 60_000
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

function subscribe(listener: () => void) {
  const timer = setInterval(listener, MINUTE_MS)
  return () => clearInterval(timer)
}
