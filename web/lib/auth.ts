import { useSyncExternalStore } from 'react'
import type { Role, User } from '#contract/users.ts'
import { TOKEN_KEY } from '#contract/users.ts'

/**
 * Who is signed in. Role and id come from the token (DECISION 2), so they are known while the profile is still
 * being fetched ('checking'). 'unknown' is the server's answer and that of the first render in the browser: it
 * looks like a visitor, but no guard acts on it.
 */
export type Auth =
  | { status: 'unknown'; id?: undefined; role?: undefined; profile?: undefined }
  | { status: 'visitor'; id?: undefined; role?: undefined; profile?: undefined }
  | { status: 'checking'; id: string; role: Role; profile?: undefined }
  | { status: 'signed-in'; id: string; role: Role; profile: User }

/** How the last sign-in of this page ended; the guards lead on accordingly. */
export type SignOutReason = 'expired' | 'logout' | 'deactivated'

export function useAuth(): Auth {
  return useSyncExternalStore(auth.subscribe, auth.get, auth.getOnServer)
}

const UNKNOWN: Auth = { status: 'unknown' }
const VISITOR: Auth = { status: 'visitor' }

let state: Auth = UNKNOWN
let token: string | undefined
let signOutReason: SignOutReason | undefined
const listeners = new Set<() => void>()
const signOutListeners = new Set<(how: SignOutReason) => void>()
const forgetListeners = new Set<() => void>()

/** Written and taken away at once, after the token: so the other tabs learn that it was done on purpose. */
export const SIGNED_OUT_KEY = 'leftOnPurpose'

/** The store alone, without network; session.ts fetches and signs out with it. */
export const auth = {
  get: () => state,
  getOnServer: () => UNKNOWN,
  token: () => token,
  signOutReason: () => signOutReason,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },

  /** For what has to forget a person: the query cache, the socket, the open chat. */
  onSignOut(listener: (how: SignOutReason) => void) {
    signOutListeners.add(listener)
    return () => {
      signOutListeners.delete(listener)
    }
  },

  /** For what an expired sign-in keeps: somebody left on purpose, in this tab or in another. */
  onClearPersonalData(listener: () => void) {
    forgetListeners.add(listener)
    return () => {
      forgetListeners.delete(listener)
    }
  },

  /** Another tab has told of it. */
  forget() {
    for (const listener of forgetListeners) listener()
  },

  /** Takes what local storage holds; a token that cannot be read or has no role is none. */
  restore() {
    const stored = readStored()
    if (stored && stored === token && state.status !== 'unknown') return
    if (stored && parseToken(stored)) adopt(stored)
    else if (token !== undefined) leave('expired')
    else {
      if (stored) forgetStored()
      set(VISITOR)
    }
  },

  /** After login or a password change; the same person keeps the profile that is there. */
  signIn(next: string): boolean {
    if (!parseToken(next)) return false
    try {
      localStorage.setItem(TOKEN_KEY, next)
    } catch {
      // Storage may be full or forbidden: then the sign-in lasts as long as the page.
    }
    adopt(next)
    return true
  },

  setProfile(profile: User) {
    if (state.status === 'unknown' || state.status === 'visitor' || state.id !== profile._id) return
    set({ status: 'signed-in', id: state.id, role: state.role, profile })
  },

  signOut(how: SignOutReason) {
    forgetStored()
    leave(how)
    if (how === 'expired') return
    tellOtherTabs()
    auth.forget()
  },
}

function adopt(next: string) {
  const claims = parseToken(next)
  if (!claims) return
  const isOtherPerson = token !== undefined && state.id !== claims.id
  token = next
  signOutReason = undefined
  if (state.status !== 'signed-in' || isOtherPerson) set({ status: 'checking', ...claims })
  // Another tab signed in as somebody else: what this one knows belongs to the person before.
  if (isOtherPerson) tellSignOut('expired')
}

function leave(how: SignOutReason) {
  const wasSignedIn = token !== undefined
  token = undefined
  signOutReason = how
  set(VISITOR)
  if (wasSignedIn) tellSignOut(how)
}

function tellSignOut(how: SignOutReason) {
  for (const listener of signOutListeners) listener(how)
}

function set(next: Auth) {
  state = next
  for (const listener of listeners) listener()
}

function readStored() {
  try {
    return localStorage.getItem(TOKEN_KEY) ?? undefined
  } catch {
    return undefined
  }
}

function forgetStored() {
  try {
    localStorage.removeItem(TOKEN_KEY)
  } catch {
    // Nothing is stored where storage is forbidden.
  }
}

function tellOtherTabs() {
  try {
    localStorage.setItem(SIGNED_OUT_KEY, 'yes')
    localStorage.removeItem(SIGNED_OUT_KEY)
  } catch {
    // Without storage the tabs share no sign-in.
  }
}

/** The payload of a token, unverified: it decides what is shown, never what is allowed. */
export function parseToken(given: string): { id: string; role: Role } | undefined {
  try {
    const payload = given.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    const { id, role } = JSON.parse(new TextDecoder().decode(bytes)) as { id?: unknown; role?: unknown }
    if (typeof id !== 'string' || id === '') return undefined
    return role === 'developer' || role === 'recruiter' ? { id, role } : undefined
  } catch {
    return undefined
  }
}
