import { auth } from './auth.ts'
import type { ChatPartner } from './open-chat.ts'
import { returnPath } from './return-path.ts'

/** An action that a visitor began and finishes after signing in, registering and onboarding (FLOW-01). */
export type PendingAction = { kind: 'apply'; offerId: string } | { kind: 'contact'; person: ChatPartner }

type Stored = { path: string; action: PendingAction }

const KEY = 'pendingAction'

/** In session storage, with the page on which it is finished; taken once. */
export const pendingAction = {
  save(path: string, action: PendingAction) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ path, action } satisfies Stored))
    } catch {
      // Without storage the sign-in leads back to the page, where the button is pressed again.
    }
  },

  /** The page on which it is finished. */
  path: () => read()?.path,

  /** Returns and clears the action if it is of this kind. */
  take<Kind extends PendingAction['kind']>(kind: Kind): Extract<PendingAction, { kind: Kind }> | undefined {
    const action = read()?.action
    if (action?.kind !== kind) return undefined
    pendingAction.clear()
    return action as Extract<PendingAction, { kind: Kind }>
  },

  clear() {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Storage is forbidden, so nothing is stored.
    }
  },
}

/** Opening another page drops the pending action, and the return page of a sign-in. */
export function clearPendingElsewhere(pathname: string, search: string) {
  if (isOnTheWay(pathname)) return
  const path = pathname + search
  if (returnPath.peek() !== path) returnPath.clear()
  if (pendingAction.path() !== path) pendingAction.clear()
}

const STEPS = ['/login', '/register', '/onboarding']
const STEPS_BELOW = ['/login/', '/reset-password/', '/confirm/', '/legal/']

/** The pages between the button and the end of the action, which do not drop it. */
function isOnTheWay(pathname: string) {
  const path = pathname.replace(/\/+$/, '')
  return STEPS.includes(path) || STEPS_BELOW.some((start) => path.startsWith(start))
}

function read(): Stored | undefined {
  try {
    // Safe: written by this page in the same tab.
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null) ?? undefined
  } catch {
    return undefined
  }
}

auth.onClearPersonalData(pendingAction.clear)
