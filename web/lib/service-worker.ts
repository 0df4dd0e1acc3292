import { runWhenIdle } from './run-when-idle.ts'

/** Lets the browser show a page of ours where it cannot fetch one (public/service-worker.js). */
export function registerServiceWorker() {
  // Vite's own server changes its files all the time.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  runWhenIdle(() => {
    // Without one the browser has a page of its own.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}
