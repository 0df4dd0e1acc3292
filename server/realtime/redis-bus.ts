import { hkdfSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis, type RedisOptions } from 'ioredis'
import { z } from 'zod'
import { Id } from '#contract/values.ts'
import { type Bus, BusMessage, createLocalBus } from './bus.ts'

const Envelope = z.object({ node: Id, message: BusMessage })

/** Redis may be away at any time: nothing waits for it longer than a second, and nothing is queued (S8). */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: 1000,
  connectTimeout: 1000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1000),
  autoResubscribe: false,
} satisfies RedisOptions

/**
 * The bus of several processes. This node hears its own messages at once, whatever Redis does; the others hear
 * them while Redis is there, and find everything else in the database. Those that share a token secret hear
 * each other, so several products can share a Redis.
 */
export function createRedisBus(url: string, secret: string, log: FastifyBaseLogger): Bus {
  const channel = `puente:${Buffer.from(hkdfSync('sha256', secret, '', 'puente bus', 12)).toString('hex')}`
  const local = createLocalBus()
  const publisher = new Redis(url, OPTIONS)
  const subscriber = new Redis(url, OPTIONS)
  let isSubscribed = false

  for (const client of [publisher, subscriber]) {
    client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is not there'))
  }
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        isSubscribed = true
        log.info('Redis carries pokes')
      },
      // Without its subscription the connection is of no use: the next one tries again.
      () => subscriber.disconnect(true),
    )
  })
  subscriber.on('close', () => {
    if (isSubscribed) log.warn('Redis is gone; pokes stay in this process until it is back')
    isSubscribed = false
  })

  return {
    node: local.node,
    publish(message) {
      local.publish(message)
      if (publisher.status !== 'ready') return
      const sent = publisher.publish(channel, JSON.stringify({ node: local.node, message }))
      sent.catch((error: unknown) => log.debug({ err: error }, 'a poke got lost'))
    },
    subscribe(listener) {
      local.subscribe(listener)
      subscriber.on('message', (_channel: string, text: string) => {
        const envelope = parse(text)
        if (envelope && envelope.node !== local.node) listener(envelope.message, envelope.node)
      })
    },
    reach: () => (isSubscribed && publisher.status === 'ready' ? 'connected' : 'disconnected'),
    async close() {
      await local.close()
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

function parse(text: string) {
  try {
    return Envelope.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
