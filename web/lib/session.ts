import { m } from '#contract/texts.ts'
import { getUserProfile, logout as logoutEndpoint, TOKEN_KEY } from '#contract/users.ts'
import { toast } from '../ui/toast.ts'
import { request } from './api.ts'
import { isFailure } from './api-failure.ts'
import { auth, SIGNED_OUT_KEY } from './auth.ts'
// Imported for its listener: a logout clears the drafts of every page.
import './drafts.ts'
import { returnPath } from './return-path.ts'

/** Delays before further attempts to load the profile. */
const RETRIES_MS = [500, 1500]

/** Once, before the first render: adopts the stored token, loads its profile, follows the other tabs. */
export function startSession() {
  let wasSignedIn = false
  auth.subscribe(() => {
    const { status } = auth.get()
    if (status === 'visitor') {
      // Set before the first paint by public/theme.js.
      delete document.documentElement.dataset.session
      if (wasSignedIn) sayIfExpired()
    }
    wasSignedIn = status === 'signed-in'
  })
  auth.restore()
  void loadStoredProfile()
  window.addEventListener('storage', (event) => {
    if (event.key === SIGNED_OUT_KEY && event.newValue !== null) auth.clearPersonalData()
    // Null: another tab cleared the whole storage.
    if (event.key !== TOKEN_KEY && event.key !== null) return
    auth.restore()
    void loadStoredProfile()
  })
  window.addEventListener('pagehide', () => {
    isLeaving = true
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted) void loadStoredProfile()
  })
}

/** Navigation aborts the page's requests, which is no sign of an ended session. */
let isLeaving = false

/** After a successful login request. False for an unusable token. */
export async function startSignIn(token: string): Promise<boolean> {
  if (!auth.signIn(token)) return false
  await loadMissingProfile()
  return auth.get().status === 'signed-in'
}

/** Reloads the profile after an external change. False if it could not be read. */
export async function reloadProfile(): Promise<boolean> {
  const token = auth.token()
  if (!token) return false
  let profile = await request(getUserProfile)
  for (const waitMs of RETRIES_MS) {
    if (!isFailure(profile) || !isPassing(profile.status)) break
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    profile = await request(getUserProfile)
  }
  // A 401 has ended the session already.
  if (auth.token() !== token) return false
  if (!isFailure(profile)) {
    auth.setProfile(profile)
    return true
  }
  // Without a profile the token is cleared (AUTH-14), whatever the cause (decision 26). A loaded profile stays.
  if (auth.get().status === 'checking' && !isLeaving) auth.signOut('expired')
  return false
}

/** Ends the session here at once, and on the server on a best-effort basis (decision 38). */
export function logOut() {
  if (auth.token()) void request(logoutEndpoint)
  returnPath.clear()
  auth.signOut('logout')
}

async function loadMissingProfile() {
  if (auth.get().status === 'checking') await reloadProfile()
}

async function loadStoredProfile() {
  await loadMissingProfile()
  if (auth.get().status === 'visitor') sayIfExpired()
}

/** A sign-out by the server is always shown. */
function sayIfExpired() {
  if (auth.signOutReason() === 'expired') toast.error(m.auth_signed_out(), { id: 'signed-out' })
}

/** A dropped connection (some browsers abort requests before `pagehide`), or a server that is busy. */
const isPassing = (status: number) => status === 0 || status === 429 || status >= 500
