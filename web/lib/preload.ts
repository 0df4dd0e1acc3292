import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router'
import { splitPath } from '#contract/locale.ts'
import { auth } from './auth.ts'
import { contextWith } from './load-context.ts'

/** Ignores a pointer that only passes over a link. */
const REST_MS = 65

/** Rate-limited for visitors: reserved for the click. */
const LIMITED = /^\/(profile|recruiter)\//

type Loads = { loader?: RouteObject['loader'] }
type Router = { routes: RouteObject[]; queryClient: QueryClient; basename?: string }

/**
 * Preloads the code and the data of a page when the pointer rests on a link to it or the keyboard focuses it. Fresh
 * data is not requested again (query-client.ts). A touch preloads the code alone: most of the time it scrolls.
 */
export function preloadOnIntent(router: Router) {
  let resting: ReturnType<typeof setTimeout> | undefined

  const handleIntent = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType === 'touch') return
    clearTimeout(resting)
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
    // The current page is loaded already.
    if (link.href === window.location.href || savesData()) return
    if (event.type === 'touchstart') preload(router, link.href, { withData: false })
    else resting = setTimeout(() => preload(router, link.href, { withData: mayLoadData(link) }), REST_MS)
  }
  for (const name of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(name, handleIntent, { passive: true })
  }
}

const mayLoadData = ({ pathname }: HTMLAnchorElement) =>
  auth.token() !== undefined || !LIMITED.test(splitPath(pathname).path)

type What = { withData: boolean }

function preload({ routes, queryClient, basename = '/' }: Router, href: string, what: What) {
  const url = new URL(href)
  for (const { route, params } of matchRoutes(routes, url.pathname, basename) ?? []) {
    const request = new Request(href)
    const pattern = route.path ?? ''
    // Retried by the click.
    fetchPage(route, { params, request, url, pattern, context: contextWith(queryClient) }, what).catch(
      () => undefined,
    )
  }
}

async function fetchPage(route: RouteObject, args: LoaderFunctionArgs, { withData }: What) {
  const { loader } = (typeof route.lazy === 'function' ? await route.lazy() : route) as Loads
  if (withData && typeof loader === 'function') await loader(args)
}

/** The browser's data saver is on. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
