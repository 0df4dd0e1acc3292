import type { IncomingMessage, ServerResponse } from 'node:http'
import pLimit from 'p-limit'
import type { ErrorBody } from '#contract/errors.ts'
import { isLanguage } from '#contract/locale.ts'
import { TOO_MANY_CONNECTIONS, UNAUTHORIZED } from '#contract/realtime.ts'
import { m } from '#contract/texts.ts'
import { createClientAddressReader } from '../http/client-address.ts'
import { isLoopback, LIMIT_RULES, networkOf } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import { findCallerByClaims } from '../users/callers.ts'
import type { ChatSocket } from './sockets.ts'

const MAX_PER_USER = 10
const MAX_PER_ADDRESS = 50
/** After a restart all devices reconnect at once; they must not exhaust the database pool. */
const CONCURRENT_LOOKUPS = 4
/** A client on the same machine is usually a proxy or a test. */
const LOOPBACK_FACTOR = 100

type Needs = Pick<Services, 'config' | 'db' | 'limits' | 'log' | 'tokens'>

/** Authentication and connection limits (S1); nothing is sent before both have passed. */
export function createGate({ config, db, limits, log, tokens }: Needs) {
  const addressOf = createClientAddressReader(config.TRUST_PROXY)
  const perAddress = new Map<string, number>()
  const perUser = new Map<string, number>()
  const limited = pLimit(CONCURRENT_LOOKUPS)

  return {
    /** Limits per address, before the upgrade. */
    async allowRequest(request: IncomingMessage): Promise<boolean> {
      if (config.RATE_LIMITS === 'off') return true
      const address = addressOf(request)
      const limit = isLoopback(address) ? MAX_PER_ADDRESS * LOOPBACK_FACTOR : MAX_PER_ADDRESS
      const isBelowLimit = (perAddress.get(networkOf(address)) ?? 0) < limit
      const { allowed } = await limits.consume(LIMIT_RULES.handshake, address)
      if (!isBelowLimit || !allowed) log.warn({ event: 'socket refused', rule: 'S1', address }, 'security')
      return isBelowLimit && allowed
    },

    /** Each request counts like a call, those that open a WebSocket too; 429 is sent if there are too many. */
    async limitRequest(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      if (config.RATE_LIMITS === 'off') return true
      const { allowed, retryAfterSeconds } = await limits.consume(LIMIT_RULES.calls, addressOf(request))
      if (!allowed) {
        const body = { error: true, message: m.general_too_many(), code: 'RATE_LIMITED' } satisfies ErrorBody
        response.writeHead(429, {
          'content-type': 'application/json',
          'retry-after': String(retryAfterSeconds),
        })
        response.end(JSON.stringify(body))
      }
      return allowed
    },

    /** Counts a connection of this address until `closed` is called. */
    opened(request: IncomingMessage): { closed: () => void } {
      return count(perAddress, networkOf(addressOf(request)))
    },

    /** The token must be valid and its user the one of the query (decision 43). */
    async admit(socket: ChatSocket): Promise<Error | undefined> {
      const { auth, headers, query } = socket.handshake
      const refuse = (message: string) => {
        log.warn({ event: 'socket refused', rule: message, address: addressOf(socket.request) }, 'security')
        return new Error(message)
      }
      if (!isAllowedOrigin(headers.origin)) return refuse(UNAUTHORIZED)
      const claims = await tokens.read(tokenOf(auth, headers.authorization))
      const caller = claims && (await limited(() => findCallerByClaims(db, claims)))
      if (!claims || !caller || query.userId !== caller.id) return refuse(UNAUTHORIZED)
      if ((perUser.get(caller.id) ?? 0) >= MAX_PER_USER) return refuse(TOO_MANY_CONNECTIONS)
      socket.conn.once('close', count(perUser, caller.id).closed)
      socket.data = {
        userId: caller.id,
        sessionId: caller.sessionId,
        tokenVersion: claims.tv,
        expiresAt: claims.exp * 1000,
        seen: undefined,
        watchesPresence: auth.watchPresence !== false,
        locale: isLanguage(auth.language) ? auth.language : 'en-quoted',
      }
      return undefined
    },
  }

  /** Our own pages and the configured frontends; clients other than browsers send no origin. */
  function isAllowedOrigin(origin: string | undefined): boolean {
    if (origin === undefined || config.CORS_ORIGINS.includes(origin)) return true
    const { protocol, hostname, port } = new URL(config.publicUrl)
    const hosts = LOCAL_HOSTS.includes(hostname) ? LOCAL_HOSTS : [hostname]
    return hosts.some((host) => origin === new URL(`${protocol}//${host}:${port}`).origin)
  }
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

const tokenOf = (auth: Record<string, unknown>, authorization: string | undefined): string =>
  typeof auth.token === 'string' ? auth.token : (/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '')

function count(counts: Map<string, number>, key: string) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    closed: () => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
