import type { DataRouter, NavigateOptions, To } from 'react-router'

/**
 * Fades from one page to the next, and back again, where the browser can and the person wants motion. Filters, tabs
 * and pages of a list change at once.
 */
export function fadeBetweenPages(router: DataRouter) {
  const navigate = router.navigate.bind(router) as (
    to: To | number | null,
    options?: NavigateOptions,
  ) => Promise<void>
  router.navigate = (to: To | number | null, options?: NavigateOptions) =>
    navigate(to, { ...options, viewTransition: isOtherPage(to) && wantsMotion() })
}

function isOtherPage(to: To | number | null) {
  if (to === null || typeof to === 'number') return false
  const pathname = typeof to === 'string' ? new URL(to, window.location.href).pathname : to.pathname
  return pathname !== undefined && pathname !== window.location.pathname
}

const wantsMotion = () => window.matchMedia('(prefers-reduced-motion: no-preference)').matches
