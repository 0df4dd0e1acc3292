import { hkdfSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis, type RedisOptions } from 'ioredis'

const TIMEOUT_MS = 1000
/** Shorter, so that the next command after one without a response finds the connection closed. */
const SOCKET_TIMEOUT_MS = 800

/**
 * Redis may be unavailable at any time: nothing waits for it longer than a second, and nothing is queued (S8). A hanging
 * connection is closed, so that later calls do not wait at all.
 */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: TIMEOUT_MS,
  socketTimeout: SOCKET_TIMEOUT_MS,
  connectTimeout: TIMEOUT_MS,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1000),
  autoResubscribe: false,
} satisfies RedisOptions

/** Connects in the background and retries until it is closed. */
export function connectRedis(url: string, log: FastifyBaseLogger): Redis {
  const client = new Redis(url, OPTIONS)
  client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is unavailable'))
  return client
}

/** Prefix of all names in Redis. Shared by the processes with the same token secret only. */
export const redisPrefix = (secret: string): string =>
  `puente:${Buffer.from(hkdfSync('sha256', secret, '', 'puente bus', 12)).toString('hex')}`
