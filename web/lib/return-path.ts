const KEY = 'redirectAfterLogin'

/** Where to go after login (DECISION 90): set by guards and by clicks that need sign-in, used once. */
export const returnPath = {
  remember(path: string) {
    if (!isOwnPath(path)) return
    try {
      sessionStorage.setItem(KEY, path)
    } catch {
      // Without storage the login leads to the own profile.
    }
  },

  /** Gives the path and forgets it. */
  take(): string | undefined {
    const path = returnPath.peek()
    returnPath.forget()
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

  forget() {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Nothing is stored where storage is forbidden.
    }
  },
}

/** A path of this site and not a sign-in page, so that nobody can be sent elsewhere. */
export function isOwnPath(path: string): boolean {
  // Browsers read '/\' like '//' and drop tabs and line breaks inside addresses.
  if (!/^\/(?![/\\])/.test(path) || /[\s\\]/.test(path)) return false
  const { origin, pathname } = new URL(path, 'https://own.invalid')
  const page = pathname.replace(/\/+$/, '')
  return (
    origin === 'https://own.invalid' &&
    !pathname.startsWith('//') &&
    page !== '/login' &&
    page !== '/register'
  )
}
