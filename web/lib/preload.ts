import { matchRoutes, type RouteObject } from 'react-router'

/** Fetches the code of a page when the pointer, a finger or the keyboard reaches a link to it. */
export function preloadOnIntent(routes: RouteObject[]) {
  const seen = new Set<string>()
  const handleIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
    if (seen.has(link.pathname)) return
    seen.add(link.pathname)
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // A page that cannot be fetched now is fetched again by the click.
      if (typeof route.lazy === 'function') route.lazy().catch(() => seen.delete(link.pathname))
    }
  }
  for (const name of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(name, handleIntent, { passive: true })
  }
}
