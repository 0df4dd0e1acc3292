// @ts-nocheck The compiler takes this folder for a page's, without the types of a worker.
// Serves offline.html when a page cannot be fetched, and shows push. Pages and data always come from the server. The
// cache name contains the hash of the page (service-worker.test.ts), so that a changed page is a new worker.
const CACHE = 'offline-page-e53adb95'
const PAGE = '/offline.html'
// The language of addresses without a prefix; the server inserts LANGUAGE.
const BARE_LANGUAGE = 'en'
const TITLES = { en: 'No connection', es: 'Sin conexión' }

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
    const page = await caches.match(PAGE)
    return page ? inLanguage(page, new URL(request.url).pathname) : Response.error()
  }
}

/** The page contains every language and shows the one of the address. */
async function inLanguage(page, pathname) {
  const [, prefix] = /^\/(\w\w)(?:\/|$)/.exec(pathname) ?? []
  const language = [prefix, BARE_LANGUAGE].find((known) => known in TITLES) ?? 'en'
  if (language === 'en') return page
  const html = (await page.text())
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(TITLES.en, TITLES[language])
  const headers = new Headers(page.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

self.addEventListener('push', (event) => {
  const { text, path } = event.data.json()
  event.waitUntil(self.registration.showNotification(text, { data: { path: path ?? '/' } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.path))
})
