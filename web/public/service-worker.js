// @ts-nocheck The compiler takes this folder for a page's, without the types of a worker.
// Serves offline.html when a page cannot be fetched, and nothing else: pages and data always come from the server. The
// cache name contains the hash of the page (service-worker.test.ts), so that a changed page is a new worker.
const CACHE = 'offline-page-b8733e2b'
const PAGE = '/offline.html'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(cachePage())
})

self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(respond(event))
})

async function cachePage() {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(PAGE, { cache: 'reload' }))
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  // The request runs in parallel with the start of the worker.
  await self.registration.navigationPreload?.enable()
}

async function respond({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}
