import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { VERIFICATION_FILE } from '#contract/verification.ts'
import { isPublicAddress, isPublicHost, lookupBy } from '../lib/public-address.ts'
import { recordHost } from './verification.queries.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 64 * 1024

export type Proof = { domain: string; value: string }

/** `dnsServer`: another resolver than the machine's. The others are for tests with servers on this machine. */
export type ProofOptions = {
  dnsServer?: string | undefined
  timeoutMs?: number
  port?: number
  ca?: string
  isAllowed?: (address: string) => boolean
}

/** Whether a TXT record of the domain, or of `_puente.` below it, has the value; false on failure. */
export const hasRecord = ({ domain, value }: Proof, options: ProofOptions): Promise<boolean> =>
  withResolver(options, async (resolver) => {
    const found = await Promise.all(
      [recordHost(domain), domain].map((host) => resolver.resolveTxt(host).catch(() => [])),
    )
    return found.flat().some((parts) => parts.join('').trim() === value)
  })

/**
 * Whether the domain serves the file with the value, by HTTPS, from a public address and without a redirect (G17). The
 * reason of a failure is not returned: it would reveal hosts of the internal network.
 */
export const hasFile = ({ domain, value }: Proof, options: ProofOptions): Promise<boolean> =>
  withResolver(options, async (resolver) => {
    const text = isPublicHost(domain) ? await readFile(domain, resolver, options).catch(() => '') : ''
    return text.trim() === value
  })

async function withResolver(
  { dnsServer, timeoutMs = TIMEOUT_MS }: ProofOptions,
  look: (resolver: Resolver) => Promise<boolean>,
): Promise<boolean> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (dnsServer) resolver.setServers([dnsServer])
  const timer = setTimeout(() => resolver.cancel(), timeoutMs)
  try {
    return await look(resolver)
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}

function readFile(host: string, resolver: Resolver, options: ProofOptions): Promise<string> {
  const { timeoutMs = TIMEOUT_MS, port = 443, ca, isAllowed = isPublicAddress } = options
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host,
      port,
      path: VERIFICATION_FILE,
      headers: { accept: 'text/plain' },
      agent: false,
      // The timeout of look-up, connection and content together.
      signal: AbortSignal.timeout(timeoutMs),
      lookup: lookupBy(resolver, isAllowed),
      ...(ca !== undefined && { ca }),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MAX_BYTES) return chunks.push(chunk)
        return outgoing.destroy(new Error('too long'))
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      if (response.statusCode !== 200) outgoing.destroy(new Error('no file'))
    })
    outgoing.end()
  })
}
