import { Resolver } from 'node:dns/promises'
import type { Config } from '../config.ts'
import { createProviders, providersOf } from '../openid/providers.ts'
import { type CheckResult, reasonOf } from './check-result.ts'

const TIMEOUT_MS = 5000
/** The server has responded: there is no such name, or no such record. */
const EMPTY_ANSWERS = ['ENOTFOUND', 'ENODATA']

/** Reads the metadata of each provider, as a sign-in does. */
export async function checkProviders(config: Config): Promise<CheckResult> {
  const providers = createProviders(config)
  for (const { id, name } of providersOf(config)) {
    const client = providers.find(id)
    if (!client) continue
    await providers.start(client).catch((error: Error) => {
      throw new Error(`${name} (${client.issuer}): ${reasonOf(error)}`)
    })
  }
  const names = providersOf(config).map(
    ({ name, id }) => `${name} (return address ${config.publicUrl}/login/oidc/${id})`,
  )
  return names.length === 0 ? 'by password and passkey' : `by password, passkey, ${names.join(', ')}`
}

/** Whether the resolver for the domains of companies responds at all. */
export async function checkResolver({ DNS_SERVER, publicUrl }: Config): Promise<CheckResult> {
  if (!DNS_SERVER) return 'are looked up by the resolver of this machine'
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  resolver.setServers([DNS_SERVER])
  await resolver.resolveTxt(new URL(publicUrl).hostname).catch(({ code }: NodeJS.ErrnoException) => {
    if (!EMPTY_ANSWERS.includes(code ?? ''))
      throw new Error(`DNS_SERVER ${DNS_SERVER} does not respond (${code})`)
  })
  return `are looked up at ${DNS_SERVER}`
}

/** Checks the token with the repository host; without a token there is no request. */
export async function checkToken({ GITHUB_API_URL, GITHUB_TOKEN }: Config): Promise<CheckResult> {
  if (!GITHUB_TOKEN) return 'no GITHUB_TOKEN: GitHub allows 60 requests an hour'
  const response = await fetch(`${GITHUB_API_URL.replace(/\/+$/, '')}/rate_limit`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, 'user-agent': 'puente' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => reasonOf(error))
  // Panels show cached data meanwhile.
  if (typeof response === 'string') return { warning: `${GITHUB_API_URL}: ${response}` }
  await response.body?.cancel()
  if (response.status === 401) throw new Error('GITHUB_TOKEN is refused (401): it is wrong or expired')
  if (!response.ok) return { warning: `${GITHUB_API_URL}: status ${response.status}` }
  return `GITHUB_TOKEN is accepted by ${GITHUB_API_URL}`
}
