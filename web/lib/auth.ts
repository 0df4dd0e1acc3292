import { useSyncExternalStore } from 'react'
import type { Role, User } from '#contract/users.ts'
import { TOKEN_KEY } from '#contract/users.ts'

/**
 * The signed-in person. Role and id come from the token (decision 26), so they are known while the profile is still
 * loading ('checking'). 'unknown' is the state on the server and during hydration: rendered like a visitor, but no
 * guard acts on it.
 */
export type Auth =
  | { status: 'unknown'; id?: undefined; role?: undefined; profile?: undefined }
  | { status: 'visitor'; id?: undefined; role?: undefined; profile?: undefined }
  | { status: 'checking'; id: string; role: Role; profile?: undefined }
  | { status: 'signed-in'; id: string; role: Role; profile: User }

/** The reason why the last session of this page ended; decides where the guards redirect. */
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
const clearListeners = new Set<() => void>()

/** Set and removed at once, after the token: signals a deliberate sign-out to the other tabs. */
export const SIGNED_OUT_KEY = 'leftOnPurpose'

/** The store, without network; session.ts does the requests. */
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

  /** Clears the state of a session: the query cache, the socket, the open chat. */
  onSignOut(listener: (how: SignOutReason) => void) {
    signOutListeners.add(listener)
    return () => {
      signOutListeners.delete(listener)
    }
  },

  /** Clears the data that survives an expired session: after a deliberate sign-out in any tab. */
  onClearPersonalData(listener: () => void) {
    clearListeners.add(listener)
    return () => {
      clearListeners.delete(listener)
    }
  },

  /** After a deliberate sign-out in another tab. */
  clearPersonalData() {
    for (const listener of clearListeners) listener()
  },

  /** Adopts the token in local storage, if it can be parsed and has a role. */
  restore() {
    const stored = readStored()
    if (stored && stored === token && state.status !== 'unknown') return
    if (stored && parseToken(stored)) adopt(stored)
    else if (token !== undefined) endSession('expired')
    else {
      if (stored) removeStored()
      set(VISITOR)
    }
  },

  /** After login or a password change. The profile of the same person stays loaded. */
  signIn(next: string): boolean {
    if (!parseToken(next)) return false
    try {
      localStorage.setItem(TOKEN_KEY, next)
    } catch {
      // Storage may be full or forbidden: then the session lasts as long as the page.
    }
    adopt(next)
    return true
  },

  setProfile(profile: User) {
    if (state.status === 'unknown' || state.status === 'visitor' || state.id !== profile._id) return
    set({ status: 'signed-in', id: state.id, role: state.role, profile })
  },

  signOut(how: SignOutReason) {
    removeStored()
    endSession(how)
    if (how === 'expired') return
    notifyOtherTabs()
    auth.clearPersonalData()
  },
}

function adopt(next: string) {
  const claims = parseToken(next)
  if (!claims) return
  const isOtherPerson = token !== undefined && state.id !== claims.id
  token = next
  signOutReason = undefined
  if (state.status !== 'signed-in' || isOtherPerson) set({ status: 'checking', ...claims })
  // Another tab signed in as somebody else: this tab's data belongs to the former person.
  if (isOtherPerson) emitSignOut('expired')
}

function endSession(how: SignOutReason) {
  const wasSignedIn = token !== undefined
  token = undefined
  signOutReason = how
  set(VISITOR)
  if (wasSignedIn) emitSignOut(how)
}

function emitSignOut(how: SignOutReason) {
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

function removeStored() {
  try {
    localStorage.removeItem(TOKEN_KEY)
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

function notifyOtherTabs() {
  try {
    localStorage.setItem(SIGNED_OUT_KEY, 'yes')
    localStorage.removeItem(SIGNED_OUT_KEY)
  } catch {
    // Without storage the tabs share no session.
  }
}

/** The payload of a token, unverified: decides what is shown, never what is allowed. */
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
