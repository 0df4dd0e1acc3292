import { runWhenIdle } from './run-when-idle.ts'

/** Registers the worker that serves the offline page (public/service-worker.js). */
export function registerServiceWorker() {
  // Not in development, where files change often.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  runWhenIdle(() => {
    // On failure the browser shows its own offline page.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}
