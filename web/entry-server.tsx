import { type DehydratedState, dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router'
import { configureProduct } from '#contract/product.ts'
import { ApiError } from './lib/api-failure.ts'
import { RenderedAt } from './lib/clock.ts'
import { createServerQueryClient } from './lib/query-client.ts'
import { type PageState, STATE_ID } from './page-state.ts'
import { createRoutes, type PageHandle } from './routes.tsx'
import { findableHead } from './seo/head.ts'

export { configureProduct }

export type RenderedPage = {
  /** 404 when the address is none of ours, or what it shows does not exist. */
  status: 200 | 404
  /** False when some data could not be read: the browser asks again, and nobody should keep this page. */
  isComplete: boolean
  /** For `<!--head-->`: title, description, link preview, preloaded pictures. */
  head: string
  /** For `<!--app-->`, inside `#app`. */
  html: string
  /** For `<!--state-->`. */
  state: string
  /** In the state; nothing else differs when the same is rendered again. */
  renderedAt: number
  /** The page's file in web/, as it is named in the manifest of the client's build. */
  file: string | undefined
}

/**
 * One page as a visitor sees it: the same for every caller. `fetch` gets the API requests of this page, without a
 * token and with paths (`/api/offers`). `publicUrl` makes URLs absolute.
 */
export async function render(
  address: string,
  { publicUrl, fetch }: { publicUrl: string; fetch: typeof globalThis.fetch },
): Promise<RenderedPage> {
  const queryClient = createServerQueryClient({ base: '/api', fetch })
  const { query, dataRoutes } = createStaticHandler(createRoutes({ queryClient, waitForData: true }))
  const context = await query(new Request(new URL(address, 'http://page.invalid')))
  // No route of ours answers or redirects by itself.
  if (context instanceof Response) throw new Error(`${address} was answered with ${context.status}`)
  const error = Object.values(context.errors ?? {})[0]
  const last = context.matches.at(-1)?.route
  if (error !== undefined && context.statusCode !== 404) throw error

  const renderedAt = Date.now()
  const { head, html } = splitHead(
    renderToString(
      <StrictMode>
        <RenderedAt value={renderedAt}>
          <QueryClientProvider client={queryClient}>
            <StaticRouterProvider
              router={createStaticRouter(dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </QueryClientProvider>
        </RenderedAt>
      </StrictMode>,
    ),
  )
  const failures = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => (state.status === 'error' ? [state.error] : []))
  const isMissing =
    last?.path === '*' || failures.some((failure) => failure instanceof ApiError && failure.status === 404)
  const file = (last?.handle as PageHandle | undefined)?.file
  const isComplete = failures.every((failure) => failure instanceof ApiError && failure.status === 404)
  const findable = findableHead(
    {
      file,
      params: context.matches.at(-1)?.params ?? {},
      url: new URL(address, publicUrl),
      queryClient,
      isFound: !isMissing && isComplete,
      head,
    },
    publicUrl,
  )
  const state: PageState = { queries: withoutTimes(dehydrate(queryClient)), renderedAt }
  queryClient.clear()
  return {
    status: isMissing ? 404 : 200,
    isComplete,
    head: head + findable,
    html,
    state: `<script type="application/json" id="${STATE_ID}">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`,
    renderedAt,
    file,
  }
}

/** The same data makes the same page, which who has it need not fetch again. */
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

/** The page for an address, without drawing it. */
export function pageOf(pathname: string): PageHandle | undefined {
  routes ??= createRoutes({ queryClient: new QueryClient(), waitForData: true })
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle
}

let routes: ReturnType<typeof createRoutes> | undefined

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

/** The whole document: `template` is the built index.html, `manifest` that of the client's build. */
export function compose(template: string, manifest: Manifest, page: RenderedPage): string {
  const preloads = filesOf(manifest, keyOf(manifest, page.file))
    .filter((file) => !template.includes(file))
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
  const parts = { head: page.head + preloads.join(''), app: page.html, state: page.state }
  // A function, because `$&` in somebody's text is no pattern.
  const document = template.replace(/<!--(head|app|state)-->/g, (_, name: keyof typeof parts) => parts[name])
  // There is nothing to be read in a page that the browser draws.
  return page.html === '' ? document : codeLater(document)
}

/** Names the code instead of asking for it: public/theme.js fetches it once the page has been painted. */
const codeLater = (document: string) =>
  document
    .replace(
      /<script type="module" crossorigin src="([^"]*)"><\/script>/,
      '<link rel="later" crossorigin href="$1" data-entry>',
    )
    .replaceAll('<link rel="modulepreload" fetchpriority="low"', '<link rel="later"')

/** A page's chunk has the name of its file; what it shares with other pages may have come into it. */
function keyOf(manifest: Manifest, file: string | undefined) {
  const name = file?.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  return Object.keys(manifest).find((key) => manifest[key]?.name === name)
}

/** The chunk of a page and what it needs, so that the browser fetches them beside the entry, not after it. */
function filesOf(manifest: Manifest, key: string | undefined, seen = new Set<string>()): string[] {
  const chunk = key === undefined ? undefined : manifest[key]
  if (!key || !chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => filesOf(manifest, next, seen))]
}

/** React writes what belongs to the head before everything else. */
function splitHead(rendered: string) {
  const head = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(rendered)?.[0] ?? ''
  return { head, html: rendered.slice(head.length) }
}
