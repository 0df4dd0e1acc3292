import { splitPath } from '#contract/locale.ts'
import { FLOW_KEY, type ProviderId, startOpenId } from '#contract/openid.ts'
import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { request } from '../lib/api.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { fullNavigation } from '../lib/full-navigation.ts'

/** `from` is the starting path with its language prefix: the redirect URI has none. */
type Flow = { provider: ProviderId; flow: string; from: string }

/**
 * Navigates to the provider, or returns the failure. With a token it links the identity to the account, for which the server
 * may ask for the password.
 */
export async function redirectToProvider(
  provider: ProviderId,
  body: { role?: Role; password?: string } = {},
): Promise<Failure | undefined> {
  const started = await request(startOpenId, { params: { id: provider }, body })
  if (isFailure(started)) return started
  const { pathname } = window.location
  try {
    sessionStorage.setItem(
      FLOW_KEY,
      JSON.stringify({ provider, flow: started.flow, from: pathname } satisfies Flow),
    )
  } catch {
    // Without storage the redirect back could not be handled.
    return { error: true, status: 0, message: m.general_request_failed() }
  }
  fullNavigation.to(started.url)
  return undefined
}

/** The flow of this provider, in the tab that started it only. */
export function readFlow(provider: string): Flow | undefined {
  try {
    // Safe: written by this page in the same tab.
    const flow = JSON.parse(sessionStorage.getItem(FLOW_KEY) ?? 'null') as Flow | null
    return flow?.provider === provider ? flow : undefined
  } catch {
    return undefined
  }
}

export function clearFlow() {
  sessionStorage.removeItem(FLOW_KEY)
}

/** The address of this page in the language of the starting page, if that differs. */
export function addressInLanguageOf({ from }: Flow): string | undefined {
  const { language } = splitPath(from)
  const { pathname, search } = window.location
  return language && !splitPath(pathname).language ? `/${language}${pathname}${search}` : undefined
}
