import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { TOPICS } from '#contract/topics.ts'
import { Id } from '#contract/values.ts'
import { connectRedis, redisPrefix } from '../lib/redis.ts'
import { inSpan } from '../lib/spans.ts'
import { type Bus, BusMessage, createLocalBus, type Listener } from './bus.ts'

const PING_MS = 1000

const Envelope = z.object({ node: Id, message: BusMessage })

/**
 * The bus of several processes. A node receives its own messages at once, even without Redis; the others receive
 * them while Redis is available and read everything else from the database. The channel has the
 * name of the installation (BUS_NAME), so that several can share a Redis, and a rotation of secrets splits none.
 */
export function createRedisBus(url: string, name: string, log: FastifyBaseLogger): Bus {
  const channel = redisPrefix(name)
  const local = createLocalBus()
  const listeners: Listener[] = []
  const publisher = connectRedis(url, log)
  const subscriber = connectRedis(url, log)
  let isSubscribed = false
  let hasLostChange = false

  subscriber.on('message', (_channel: string, text: string) => {
    const envelope = parse(text)
    if (envelope && envelope.node !== local.node) receive(envelope.message, envelope.node)
  })
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        isSubscribed = true
        // Changes of other nodes during the outage were not received.
        receive(EVERYTHING_CHANGED, UNKNOWN_NODE)
        log.info('connected to Redis')
      },
      // Useless without its subscription; the next connection subscribes again.
      () => subscriber.disconnect(true),
    )
  })
  subscriber.on('close', () => {
    if (isSubscribed) log.warn('Redis is unavailable; signals stay in this process until it returns')
    isSubscribed = false
  })
  publisher.on('ready', () => {
    if (hasLostChange) send(EVERYTHING_CHANGED)
  })

  // A connection that broke without a FIN is noticed only on sending.
  const pinging = setInterval(() => {
    if (isSubscribed) subscriber.ping().catch(() => {})
  }, PING_MS).unref()

  const receive: Listener = (message, node) => {
    for (const listener of listeners) listener(message, node)
  }

  async function send(message: BusMessage): Promise<void> {
    try {
      if (publisher.status !== 'ready') throw new Error('Redis is unavailable')
      const text = JSON.stringify({ node: local.node, message })
      await inSpan('redis publish', { 'db.system.name': 'redis' }, () => publisher.publish(channel, text))
      if (message === EVERYTHING_CHANGED) hasLostChange = false
    } catch (error) {
      if (message.kind === 'data') hasLostChange = true
      log.debug({ err: error }, 'a message between nodes was lost')
    }
  }

  return {
    node: local.node,
    publish(message) {
      local.publish(message)
      return send(message)
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

/** After an outage any cached response may be stale. */
const EVERYTHING_CHANGED: BusMessage = { kind: 'data', topics: [...TOPICS] }
const UNKNOWN_NODE = ''

function parse(text: string) {
  try {
    return Envelope.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
