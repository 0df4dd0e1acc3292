const KEY = 'redirectAfterLogin'

/** The page to return to after login (decision 35): saved by guards and by actions that need a session, used once. */
export const returnPath = {
  save(path: string) {
    if (!isOwnPath(path)) return
    try {
      sessionStorage.setItem(KEY, path)
    } catch {
      // Without storage the login redirects to the profile.
    }
  },

  /** Returns and clears the path. */
  take(): string | undefined {
    const path = returnPath.peek()
    returnPath.clear()
    return path
  },

  peek(): string | undefined {
    try {
      const path = sessionStorage.getItem(KEY)
      return path !== null && isOwnPath(path) ? path : undefined
    } catch {
      return undefined
    }
  },

  clear() {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Storage is forbidden, so nothing is stored.
    }
  },
}

/** Prevents open redirects: a path of this site, and not a sign-in page. */
export function isOwnPath(path: string): boolean {
  // Browsers read '/\' like '//' and drop tabs and line breaks inside URLs.
  if (!/^\/(?![/\\])/.test(path) || /[\s\\]/.test(path)) return false
  const { origin, pathname } = new URL(path, 'https://own.invalid')
  const page = pathname.replace(/\/+$/, '')
  return (
    origin === 'https://own.invalid' &&
    !pathname.startsWith('//') &&
    page !== '/login' &&
    !page.startsWith('/login/') &&
    page !== '/register'
  )
}
