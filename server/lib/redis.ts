import { hkdfSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis, type RedisOptions } from 'ioredis'

const WAIT_MS = 1000
/** Shorter, so that whoever comes after a command that got no answer finds the line gone. */
const HANGS_MS = 800

/**
 * Redis may be away at any time: nothing waits for it longer than a second, and nothing is queued (S8). One that
 * hangs is given up, so that the calls after the first one do not wait at all.
 */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: WAIT_MS,
  socketTimeout: HANGS_MS,
  connectTimeout: WAIT_MS,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1000),
  autoResubscribe: false,
} satisfies RedisOptions

/** Begins to connect, and never stops trying until it is closed. */
export function connectRedis(url: string, log: FastifyBaseLogger): Redis {
  const client = new Redis(url, OPTIONS)
  client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is not there'))
  return client
}

/** Begins every name that we use in Redis. Processes that share a token secret share it, other products do not. */
export const redisPrefix = (secret: string): string =>
  `puente:${Buffer.from(hkdfSync('sha256', secret, '', 'puente bus', 12)).toString('hex')}`
