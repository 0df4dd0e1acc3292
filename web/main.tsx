import { type DehydratedState, hydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { configureLocale, type Locale, splitPath } from '#contract/locale.ts'
import { configureProduct, PRODUCT_ID, type Product } from '#contract/product.ts'
import { announcementsQuery } from './announcements/announcements.api.ts'
import { auth } from './lib/auth.ts'
import { RenderedAt } from './lib/clock.ts'
import { followLanguage } from './lib/follow-language.ts'
import { contextWith } from './lib/load-context.ts'
import { preloadOnIntent } from './lib/preload.ts'
import { createQueryClient } from './lib/query-client.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { startSession } from './lib/session.ts'
import { type PageState, STATE_ID } from './page-state.ts'
import { createRoutes } from './routes.tsx'
import { listenForBack } from './ui/back-layers.ts'
import { loadMarkdownOfPage } from './ui/load-markdown.ts'

// The content security policy forbids eval (G12), which Zod would probe for. It loads later, with the
// forms, and reads this.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// No top-level await, which would deadlock with lazy routes in the built page.
void start()

async function start() {
  await nextTask()
  // Written into the document of a translated client by scripts/inline-messages.ts.
  const locale = (document.documentElement.dataset.locale ?? 'en-quoted') as Locale
  configureLocale(() => locale)
  const product = readData<Product>(PRODUCT_ID)
  if (product) configureProduct(product)
  const queryClient = createQueryClient()
  const state = readData<PageState>(STATE_ID)
  if (state) hydrate(queryClient, datedQueries(state))
  if (state?.announcements) queryClient.setQueryData(announcementsQuery().queryKey, state.announcements)

  followSession(queryClient, state !== undefined)
  startSession()

  const routes = createRoutes()
  // Links keep the language prefix.
  const { language } = splitPath(window.location.pathname)
  const basename = language === locale ? `/${language}` : '/'
  preloadOnIntent({ routes, queryClient, basename })
  const [loaderData] = state ? await Promise.all([resolvePages(routes, basename), loadMarkdownOfPage()]) : []
  const hydrationData = loaderData && { loaderData }
  await nextTask()
  nameEntry()
  listenForBack()
  const router = createBrowserRouter(routes, {
    basename,
    getContext: () => contextWith(queryClient),
    ...(hydrationData && { hydrationData }),
  })
  followLanguage(router)

  const application = (
    <StrictMode>
      <RenderedAt value={state?.renderedAt}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </RenderedAt>
    </StrictMode>
  )
  const container = document.getElementById('app')
  if (!container) throw new Error('index.html has no #app')
  // As a transition: hydration takes a phone a while and yields to input.
  if (state) startTransition(() => void hydrateRoot(container, application))
  else createRoot(container).render(application)
  registerServiceWorker()
}

/**
 * The router calls every entry that was opened by address 'default', so that the second of them in a tab would begin
 * at the scroll position of the first.
 */
function nameEntry() {
  const { state } = window.history
  if (state?.key) return
  window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '')
}

/** Splits the start into tasks, so that input is handled in between. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}

/** The document was revalidated just now, unless it came from the back/forward cache. */
function datedQueries({ queries: { queries, mutations }, renderedAt }: PageState): DehydratedState {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const dataUpdatedAt = navigation?.type === 'back_forward' ? renderedAt : Date.now()
  return {
    mutations,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  }
}

/** Data that the server embedded in the document. */
function readData<Data>(id: string): Data | undefined {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as Data) : undefined
}

/** Clears and refreshes personal data in the query cache when the session changes. */
function followSession(queryClient: QueryClient, isRendered: boolean) {
  let lastId: string | undefined
  auth.subscribe(() => {
    const { id } = auth.get()
    if (id !== undefined && id !== lastId) {
      void queryClient.invalidateQueries({ predicate: (query) => query.meta?.personal === true })
    }
    lastId = id
  })
  auth.onSignOut(() => {
    // After the guards have left pages whose requests would now fail.
    setTimeout(() => {
      // Still hydrating: the cache holds what the document brought, and that is what visitors see.
      if (isRendered && document.documentElement.dataset.hydrated === undefined) return
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.resetQueries()
    })
  })
}

/**
 * Loads the matching routes before the first render, so that hydration matches the server's output, and marks their
 * loaders as done, since they ran on the server.
 */
async function resolvePages(routes: RouteObject[], basename: string) {
  const loaderData: Record<string, null> = {}
  for (const [index, { route }] of (matchRoutes(routes, window.location, basename) ?? []).entries()) {
    if (typeof route.lazy !== 'function') continue
    try {
      const page = await route.lazy()
      route.id = `first-${index}`
      loaderData[route.id] = null
      delete route.lazy
      Object.assign(route, page)
    } catch (error) {
      // The router retries and shows the error page.
      console.error(error)
    }
  }
  return loaderData
}
