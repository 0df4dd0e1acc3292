import { runWhenIdle } from './run-when-idle.ts'

/** Registers the worker that serves the offline page (public/service-worker.js). */
export function registerServiceWorker() {
  // Not in development, where files change all the time.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  runWhenIdle(() => {
    // Without it the browser shows its own offline page.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}
