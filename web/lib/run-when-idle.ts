const MOST_MS = 5000
const WITHOUT_IDLE_MS = 1000

/** Runs something when nothing is left to draw; what comes back takes it back. Safari only has timers. */
export function runWhenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, WITHOUT_IDLE_MS)
    return () => clearTimeout(timer)
  }
  const wish = window.requestIdleCallback(run, { timeout: MOST_MS })
  return () => window.cancelIdleCallback(wish)
}
