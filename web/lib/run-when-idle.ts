const MAX_DELAY_MS = 5000
const FALLBACK_DELAY_MS = 1000

/** Runs a task when the browser is idle; returns its cancellation. Safari has timers only. */
export function runWhenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, FALLBACK_DELAY_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run, { timeout: MAX_DELAY_MS })
  return () => window.cancelIdleCallback(handle)
}
