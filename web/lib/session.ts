import { getUserProfile, logout as logoutEndpoint, TOKEN_KEY } from '#contract/users.ts'
import { isFailure, request } from './api.ts'
import { auth, LEFT_KEY } from './auth.ts'
// Loaded with the session, so that a logout finds every draft, whichever page wrote it.
import './drafts.ts'
import { rememberedPath } from './remembered-path.ts'

const RETRY_MS = 500

/** Once, before the first render: takes the stored token, fetches its profile, follows the other tabs. */
export function startSession() {
  auth.subscribe(() => {
    // Set before the first paint by public/theme.js.
    if (auth.get().status === 'visitor') delete document.documentElement.dataset.session
  })
  auth.restore()
  void loadMissingProfile()
  window.addEventListener('storage', (event) => {
    if (event.key === LEFT_KEY && event.newValue !== null) auth.forget()
    // A null key means that another tab emptied the whole storage.
    if (event.key !== TOKEN_KEY && event.key !== null) return
    auth.restore()
    void loadMissingProfile()
  })
}

/** After a successful login call. False when the token is of no use. */
export async function startSignIn(token: string): Promise<boolean> {
  if (!auth.signIn(token)) return false
  await loadMissingProfile()
  return auth.get().status === 'signed-in'
}

/** Reads the profile again, after a change that came from elsewhere. */
export async function reloadProfile() {
  const token = auth.token()
  if (!token) return
  let profile = await request(getUserProfile)
  if (isFailure(profile) && profile.status === 0) {
    // Leaving the page breaks its calls off too: that must not sign anybody out, so it is asked twice.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    profile = await request(getUserProfile)
  }
  if (auth.token() !== token) return
  // "On failure profile and token are cleared" (SPEC 4), whatever the cause (DECISION 2).
  if (isFailure(profile)) auth.signOut('expired')
  else auth.setProfile(profile)
}

/** Ends the sign-in here at once; the server is told on a best-effort basis (DECISION 82). */
export function logOut() {
  if (auth.token()) void request(logoutEndpoint)
  rememberedPath.forget()
  auth.signOut('logout')
}

async function loadMissingProfile() {
  if (auth.get().status === 'checking') await reloadProfile()
}
