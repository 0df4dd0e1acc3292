// @ts-nocheck The compiler takes this folder for a page's, where a worker's words do not exist.
// Shows offline.html in place of a page that cannot be fetched, and touches nothing else: pages and data always come
// from the server. The name holds the page's fingerprint (offline-page.test.ts), so that a changed page is a new worker.
const KEPT = 'offline-page-84b7facc'
const PAGE = '/offline.html'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepPage())
})

self.addEventListener('activate', (event) => event.waitUntil(begin()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function keepPage() {
  const cache = await caches.open(KEPT)
  await cache.add(new Request(PAGE, { cache: 'reload' }))
}

async function begin() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
  // The page is asked for while the worker wakes up.
  await self.registration.navigationPreload?.enable()
}

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}
