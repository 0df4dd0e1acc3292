import type { Bus, BusMessage } from './bus.ts'
import { createPresence } from './presence.ts'

const ALIVE_MS = 1000
/** A node without a heartbeat for this long is dead; with the second until the next list the total is below 6 s. */
const DEAD_MS = 4000
const RETRY_MS = 1000

type Node = { revision: number; userIds: Set<string>; seenAt: number; requestedAt: number }

/**
 * Presence across nodes. Each node numbers its changes and repeats the last number in a heartbeat every second; a node
 * that has missed a change requests the whole list. While Redis is unavailable the last known lists stay.
 */
export function createPresenceOfNodes(bus: Bus, changed: () => void) {
  const nodes = new Map<string, Node>()
  let revision = 0
  let joined = new Set<string>()
  let left = new Set<string>()
  let publishing: NodeJS.Immediate | undefined

  const local = createPresence((userId, isOnline) => {
    const [now, before] = isOnline ? [joined, left] : [left, joined]
    if (!before.delete(userId)) now.add(userId)
    // All changes of one turn of the event loop are published together.
    publishing ??= setImmediate(publishChange)
    changed()
  })

  function publishChange(): void {
    publishing = undefined
    if (joined.size + left.size === 0) return
    revision += 1
    bus.publish({ kind: 'presence', revision, joined: [...joined], left: [...left] })
    joined = new Set()
    left = new Set()
  }

  const receive = (message: BusMessage, name: string) => {
    if (name === bus.node) return
    if (message.kind === 'who' && message.asked === bus.node) {
      publishChange()
      bus.publish({ kind: 'everybody', revision, userIds: local.ids() })
    }
    if (message.kind === 'everybody') {
      const { revision, userIds } = message
      nodes.set(name, {
        revision,
        userIds: new Set(userIds),
        seenAt: performance.now(),
        requestedAt: Number.NEGATIVE_INFINITY,
      })
      changed()
    }
    if (message.kind === 'alive') nodeAt(name, message.revision)
    if (message.kind === 'presence') {
      const node = nodeAt(name, message.revision - 1)
      if (!node) return
      node.revision = message.revision
      for (const userId of message.joined) node.userIds.add(userId)
      for (const userId of message.left) node.userIds.delete(userId)
      changed()
    }
  }

  /** The node, if all its changes up to this number are known; otherwise its list is requested. */
  function nodeAt(name: string, known: number): Node | undefined {
    const node = nodes.get(name) ?? {
      revision: -1,
      userIds: new Set(),
      seenAt: 0,
      requestedAt: Number.NEGATIVE_INFINITY,
    }
    nodes.set(name, node)
    node.seenAt = performance.now()
    if (node.revision === known) return node
    if (performance.now() - node.requestedAt >= RETRY_MS) {
      node.requestedAt = performance.now()
      bus.publish({ kind: 'who', asked: name })
    }
    return undefined
  }

  let wasConnected = false
  function tick(): void {
    const isConnected = bus.reach() === 'connected'
    // After an outage every node gets the time to send a heartbeat.
    if (isConnected && !wasConnected) for (const node of nodes.values()) node.seenAt = performance.now()
    wasConnected = isConnected
    if (!isConnected) return
    bus.publish({ kind: 'alive', revision })
    for (const [name, node] of nodes) {
      if (performance.now() - node.seenAt < DEAD_MS) continue
      nodes.delete(name)
      changed()
    }
  }

  bus.subscribe(receive)
  const timer = bus.reach() === 'alone' ? undefined : setInterval(tick, ALIVE_MS).unref()

  return {
    enter: local.enter,
    leave: local.leave,
    isOnline: (userId: string): boolean =>
      local.isOnline(userId) || [...nodes.values()].some(({ userIds }) => userIds.has(userId)),
    /** Without duplicates. */
    ids: (): string[] => {
      if (nodes.size === 0) return local.ids()
      return [...new Set([local.ids(), ...[...nodes.values()].map(({ userIds }) => [...userIds])].flat())]
    },
    close(): void {
      clearInterval(timer)
      clearImmediate(publishing)
      local.close()
    },
  }
}

export type Presence = Pick<ReturnType<typeof createPresenceOfNodes>, 'ids' | 'isOnline'>
