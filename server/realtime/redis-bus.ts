import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/values.ts'
import { connectRedis, redisPrefix } from '../lib/redis.ts'
import { TOPICS } from '../lib/topics.ts'
import { type Bus, BusMessage, createLocalBus, type Listener } from './bus.ts'

const PING_MS = 1000

const Envelope = z.object({ node: Id, message: BusMessage })

/**
 * The bus of several processes. This node hears its own messages at once, whatever Redis does; the others hear
 * them while Redis is there, and find everything else in the database. Those that share a token secret hear
 * each other, so several products can share a Redis.
 */
export function createRedisBus(url: string, secret: string, log: FastifyBaseLogger): Bus {
  const channel = redisPrefix(secret)
  const local = createLocalBus()
  const listeners: Listener[] = []
  const publisher = connectRedis(url, log)
  const subscriber = connectRedis(url, log)
  let isSubscribed = false
  let hasUntold = false

  subscriber.on('message', (_channel: string, text: string) => {
    const envelope = parse(text)
    if (envelope && envelope.node !== local.node) hear(envelope.message, envelope.node)
  })
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        isSubscribed = true
        // What others have changed meanwhile was told to nobody here.
        hear(EVERYTHING_CHANGED, UNKNOWN_NODE)
        log.info('connected to Redis')
      },
      // Without its subscription the connection is of no use: the next one tries again.
      () => subscriber.disconnect(true),
    )
  })
  subscriber.on('close', () => {
    if (isSubscribed) log.warn('Redis is unavailable; signals stay in this process until it returns')
    isSubscribed = false
  })
  publisher.on('ready', () => {
    if (hasUntold) tell(EVERYTHING_CHANGED)
  })

  // A line that was cut without a word shows only when something is sent on it.
  const pinging = setInterval(() => {
    if (isSubscribed) subscriber.ping().catch(() => {})
  }, PING_MS).unref()

  const hear: Listener = (message, node) => {
    for (const listener of listeners) listener(message, node)
  }

  async function tell(message: BusMessage): Promise<void> {
    try {
      if (publisher.status !== 'ready') throw new Error('Redis is not there')
      await publisher.publish(channel, JSON.stringify({ node: local.node, message }))
      if (message === EVERYTHING_CHANGED) hasUntold = false
    } catch (error) {
      if (message.kind === 'data') hasUntold = true
      log.debug({ err: error }, 'a message between nodes was lost')
    }
  }

  return {
    node: local.node,
    publish(message) {
      local.publish(message)
      return tell(message)
    },
    subscribe(listener) {
      local.subscribe(listener)
      listeners.push(listener)
    },
    reach: () => (isSubscribed && publisher.status === 'ready' ? 'connected' : 'disconnected'),
    async close() {
      await local.close()
      listeners.splice(0)
      clearInterval(pinging)
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/** After an outage: kept answers of every kind may be old. */
const EVERYTHING_CHANGED: BusMessage = { kind: 'data', topics: [...TOPICS] }
const UNKNOWN_NODE = ''

function parse(text: string) {
  try {
    return Envelope.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
