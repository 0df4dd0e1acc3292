import type { FastifyBaseLogger } from 'fastify'
import { Redis, type RedisOptions } from 'ioredis'

const TIMEOUT_MS = 1000
/** Shorter, so that the command after a timeout meets a closed connection. */
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
  // Tried ten times a second: one line for each reason, such as a wrong password, until it works.
  let known: string | undefined
  client.on('error', ({ message }: Error) => {
    if (message !== known) log.warn({ reason: message }, 'Redis is unavailable')
    known = message
  })
  client.on('ready', () => {
    known = undefined
  })
  return client
}

/** Prefix of all names in Redis, for the processes of one installation (BUS_NAME). */
export const redisPrefix = (name: string): string => `puente:${name}`
