import { getUserProfile, logout as logoutEndpoint, TOKEN_KEY } from '#contract/users.ts'
import { request } from './api.ts'
import { isFailure } from './api-failure.ts'
import { auth, SIGNED_OUT_KEY } from './auth.ts'
// Loaded with the session, so that a logout finds every draft, whichever page wrote it.
import './drafts.ts'
import { returnPath } from './return-path.ts'

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
    if (event.key === SIGNED_OUT_KEY && event.newValue !== null) auth.forget()
    // A null key means that another tab emptied the whole storage.
    if (event.key !== TOKEN_KEY && event.key !== null) return
    auth.restore()
    void loadMissingProfile()
  })
  window.addEventListener('pagehide', () => {
    isLeaving = true
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted) void loadMissingProfile()
  })
}

/** A page that is left breaks its calls off, which says nothing of the sign-in that the next page finds. */
let isLeaving = false

/** After a successful login call. False when the token is of no use. */
export async function startSignIn(token: string): Promise<boolean> {
  if (!auth.signIn(token)) return false
  await loadMissingProfile()
  return auth.get().status === 'signed-in'
}

/** Reads the profile again, after a change that came from elsewhere. Answers whether it could be read. */
export async function reloadProfile(): Promise<boolean> {
  const token = auth.token()
  if (!token) return false
  let profile = await request(getUserProfile)
  if (isFailure(profile) && profile.status === 0) {
    // A line may break for a moment; some browsers break calls off before they leave a page.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    profile = await request(getUserProfile)
  }
  // A 401 has ended the sign-in already.
  if (auth.token() !== token) return false
  if (!isFailure(profile)) {
    auth.setProfile(profile)
    return true
  }
  // "If a token exists and no profile, the profile is fetched; on failure profile and token are cleared" (SPEC 4),
  // whatever the cause (DECISION 2). Who has a profile keeps it.
  if (auth.get().status === 'checking' && !isLeaving) auth.signOut('expired')
  return false
}

/** Ends the sign-in here at once; the server is told on a best-effort basis (DECISION 82). */
export function logOut() {
  if (auth.token()) void request(logoutEndpoint)
  returnPath.forget()
  auth.signOut('logout')
}

async function loadMissingProfile() {
  if (auth.get().status === 'checking') await reloadProfile()
}
