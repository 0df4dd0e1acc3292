import type { createBrowserRouter } from 'react-router'
import { getLocale } from '#contract/locale.ts'
import { paths } from '../paths.ts'
import { auth } from './auth.ts'
import { fullNavigation } from './full-navigation.ts'
import { currentPageIn } from './language.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'basename'>

/** Redirects people with a chosen language to the same page in it, once the page has settled (LANG-01); returns the cleanup. */
export function followLanguage(router: Router): () => void {
  const follow = () => {
    const { profile } = auth.get()
    if (!profile?.language || profile.language === getLocale()) return
    if (router.state.navigation.state !== 'idle' || isSigningIn(router)) return
    const target = currentPageIn(profile.language)
    const { pathname, search, hash } = window.location
    // A server of another release may lack the address.
    if (target === pathname + search + hash) return
    stop()
    fullNavigation.replace(target)
  }
  const unsubscribe = [auth.subscribe(follow), router.subscribe(follow)]
  const stop = () => {
    for (const end of unsubscribe) end()
  }
  follow()
  return stop
}

/** On these pages the guard redirects to the requested page. */
function isSigningIn({ state, basename = '/' }: Router): boolean {
  const path = state.location.pathname.slice(basename === '/' ? 0 : basename.length)
  return path === paths.login() || path === paths.register()
}
