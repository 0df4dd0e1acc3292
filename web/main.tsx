import { type DehydratedState, hydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { configureProduct, PRODUCT_ID, type Product } from '#contract/product.ts'
import { auth } from './lib/auth.ts'
import { RenderedAt } from './lib/clock.ts'
import { preloadOnIntent } from './lib/preload.ts'
import { createQueryClient } from './lib/query-client.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { startSession } from './lib/session.ts'
import { type PageState, STATE_ID } from './page-state.ts'
import { createRoutes } from './routes.tsx'

// The policy of our pages forbids to make code of text (SECURITY-RULES G12), and Zod would try whether it may.
// It comes later, with the forms, and reads this.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// No top-level await here: with lazy routes the built page would hang.
void start()

async function start() {
  await nextTask()
  const product = readData<Product>(PRODUCT_ID)
  if (product) configureProduct(product)
  const queryClient = createQueryClient()
  const state = readData<PageState>(STATE_ID)
  if (state) hydrate(queryClient, datedQueries(state))

  followSession(queryClient)
  startSession()

  const routes = createRoutes({ queryClient })
  preloadOnIntent(routes)
  const hydrationData = state && { loaderData: await resolvePages(routes) }
  await nextTask()
  const router = createBrowserRouter(routes, hydrationData ? { hydrationData } : {})

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
  // In slices: a phone takes a while, and whoever touches the page meanwhile comes first.
  if (state) startTransition(() => void hydrateRoot(container, application))
  else createRoot(container).render(application)
  registerServiceWorker()
}

/** Reading the code, making the data ready and drawing are a task each, so that a touch waits for none of the others. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}

/** The browser has asked whether the document is still true, unless a person went back to it. */
function datedQueries({ queries: { queries, mutations }, renderedAt }: PageState): DehydratedState {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const dataUpdatedAt = navigation?.type === 'back_forward' ? renderedAt : Date.now()
  return {
    mutations,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  }
}

/** What the server left in the document. */
function readData<Data>(id: string): Data | undefined {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as Data) : undefined
}

/** Keeps the query cache to what the person who is there may see. */
function followSession(queryClient: QueryClient) {
  let lastId: string | undefined
  auth.subscribe(() => {
    const { id } = auth.get()
    if (id !== undefined && id !== lastId) {
      void queryClient.invalidateQueries({ predicate: (query) => query.meta?.personal === true })
    }
    lastId = id
  })
  auth.onSignOut(() => {
    // After the guards have led away from pages that would only ask in vain.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.resetQueries()
    })
  })
}

/**
 * Loads the pages of this address before the first render, so that hydration finds what the server drew, and says
 * that their loaders have run: there.
 */
async function resolvePages(routes: RouteObject[]) {
  const loaderData: Record<string, null> = {}
  for (const [index, { route }] of (matchRoutes(routes, window.location) ?? []).entries()) {
    if (typeof route.lazy !== 'function') continue
    try {
      const page = await route.lazy()
      route.id = `first-${index}`
      loaderData[route.id] = null
      delete route.lazy
      Object.assign(route, page)
    } catch (error) {
      // The router tries again and shows the error screen.
      console.error(error)
    }
  }
  return loaderData
}
