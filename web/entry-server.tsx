import { type DehydratedState, dehydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type Params,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { configureLocale, type Locale, prefixOf, splitPath } from '#contract/locale.ts'
import { configureProduct } from '#contract/product.ts'
import { createDocuments } from './document.ts'
import { handleIn } from './handles/handles.api.ts'
import { type DocumentHeadProps, HeadCollector } from './layout/DocumentHead.tsx'
import { ApiError } from './lib/api-failure.ts'
import { RenderedAt } from './lib/clock.ts'
import { contextWith } from './lib/load-context.ts'
import { createServerQueryClient } from './lib/query-client.ts'
import { pageHeads } from './page-heads.ts'
import type { PageHandle } from './page-routes.ts'
import type { PageState } from './page-state.ts'
import { withParsedTexts } from './parsed-texts.ts'
import { createRoutes } from './routes.tsx'
import { renderHead } from './seo/render-head.ts'
import { loadMarkdown } from './ui/load-markdown.ts'

export { configureLocale, configureProduct, createDocuments }

export type RenderedPage = {
  /** 404 for an unknown URL and for content that does not exist; 301 leads to `location`. */
  status: 200 | 301 | 404
  location?: string
  /** False when some data could not be read: the browser requests it again, and the page must not be cached. */
  isComplete: boolean
  /** Title, description, link preview, preloaded pictures. */
  head: string
  /** Inside `#app`. */
  html: string
  state: PageState
  /** In the state; the only difference between two renderings of the same data. */
  renderedAt: number
  /** The page's source file in web/. */
  file: string | undefined
}

type Options = {
  /** Makes URLs absolute. */
  publicUrl: string
  /** The language of addresses without a prefix. */
  bareLocale?: Locale
  /** Sends the API requests of this page: without a token, as paths (`/api/offers`). */
  fetch: typeof fetch
  /** Yields to others, as the HTML is rendered at once. */
  nextTurn?: () => Promise<void>
}

const routes = createRoutes({ waitForData: true, heads: pageHeads })
/** By prefix: the router compiles its routes with the first rendering in each language. */
const handlers = new Map<string, StaticHandler>()

/** Renders one page for visitors, the same for every caller. */
export async function render(
  address: string,
  { publicUrl, bareLocale = 'en-quoted', fetch, nextTurn }: Options,
): Promise<RenderedPage> {
  const queryClient = createServerQueryClient({ base: '/api', fetch })
  const url = new URL(address, publicUrl)
  const { language, path } = splitPath(url.pathname)
  const prefix = prefixOf(language, bareLocale)
  const handler = handlerOf(prefix)
  const context = await handler.query(new Request(new URL(address, 'http://page.invalid')), {
    requestContext: contextWith(queryClient),
  })
  if (context instanceof Response) return redirection(address, context)
  const error = Object.values(context.errors ?? {})[0]
  if (error !== undefined && context.statusCode !== 404) throw error

  await loadMarkdown()
  await nextTurn?.()
  const queries = queryClient.getQueryCache().getAll()
  return await withParsedTexts(
    queries.map(({ state }) => state.data),
    { nextTurn },
    async () => {
      const { documentHead, renderedAt, ...rendered } = renderHtml(queryClient, handler, context)
      await nextTurn?.()
      const page = { ...documentHead, url, path, prefix, bareLocale }
      const { head, ...about } = renderHeadOf(page, queryClient, context, publicUrl)
      const state = { queries: withoutTimes(dehydrate(queryClient)), renderedAt }
      queryClient.clear()
      return { ...about, head: rendered.preloads + head, html: rendered.html, state, renderedAt }
    },
  )
}

function renderHtml(queryClient: QueryClient, handler: StaticHandler, context: StaticHandlerContext) {
  const renderedAt = Date.now()
  let documentHead: DocumentHeadProps = { title: '' }
  const rendered = renderToString(
    <StrictMode>
      <HeadCollector value={(head) => (documentHead = head)}>
        <RenderedAt value={renderedAt}>
          <QueryClientProvider client={queryClient}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </QueryClientProvider>
        </RenderedAt>
      </HeadCollector>
    </StrictMode>,
  )
  return { ...splitPreloads(rendered), documentHead, renderedAt }
}

type Addressed = DocumentHeadProps & { url: URL; path: string; prefix: string; bareLocale: Locale }

function renderHeadOf(
  page: Addressed,
  queryClient: QueryClient,
  context: StaticHandlerContext,
  publicUrl: string,
) {
  const { url, prefix } = page
  const { route, params, handle } = lastMatch(context)
  const addressOf = (path: string) => publicUrl + (prefix && path === '/' ? prefix : prefix + path)
  const { hasMissing, isComplete } = outcomeOf(queryClient)
  const isMissing = hasMissing || route?.path === '*' || isOtherWord(route?.path, params)
  const seo =
    isComplete && !isMissing
      ? (handle?.head?.({ queryClient, params, url, origin: publicUrl, addressOf }) ?? {})
      : undefined
  const head = renderHead({ ...page, isEmptyList: hasEmptyList(queryClient), seo }, publicUrl)
  return { status: isMissing ? 404 : 200, isComplete, head, file: handle?.file } as const
}

function handlerOf(prefix: string): StaticHandler {
  const known = handlers.get(prefix)
  if (known) return known
  const handler = createStaticHandler(routes, prefix ? { basename: prefix } : {})
  handlers.set(prefix, handler)
  return handler
}

/** A former short address redirects (FLOW-03); no other route returns a response. */
function redirection(address: string, { status, headers }: Response): RenderedPage {
  const location = headers.get('location')
  if (status !== 301 || location === null) throw new Error(`${address} returned ${status}`)
  const state = { queries: { queries: [], mutations: [] }, renderedAt: 0 }
  return { status, location, isComplete: true, head: '', html: '', state, renderedAt: 0, file: undefined }
}

/** The route of short addresses matches every word. */
const isOtherWord = (path: string | undefined, { handle }: Params) =>
  path === ':handle' && handleIn(handle) === undefined

/** The page for a path, without rendering it. */
export function pageOf(pathname: string): PageHandle | undefined {
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle
}

function lastMatch({ matches }: StaticHandlerContext) {
  const last = matches.at(-1)
  return {
    route: last?.route,
    params: last?.params ?? {},
    handle: last?.route.handle as PageHandle | undefined,
  }
}

function outcomeOf(queryClient: QueryClient) {
  const failures = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => (state.status === 'error' ? [state.error] : []))
  const isNotFound = (failure: unknown) => failure instanceof ApiError && failure.status === 404
  return { hasMissing: failures.some(isNotFound), isComplete: failures.every(isNotFound) }
}

const hasEmptyList = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => (state.data as { items?: unknown[] } | undefined)?.items?.length === 0)

/** Deterministic: the same data has the same ETag. */
function withoutTimes({ queries, mutations }: DehydratedState): DehydratedState {
  return {
    mutations,
    queries: queries.map((query) => ({
      ...query,
      dehydratedAt: 0,
      state: { ...query.state, dataUpdatedAt: 0 },
    })),
  }
}

/** React writes preloads of pictures before the page's first element, a `div` of the layout. Attributes are escaped. */
function splitPreloads(rendered: string) {
  const start = rendered.indexOf('<div')
  return { preloads: rendered.slice(0, start), html: rendered.slice(start) }
}
