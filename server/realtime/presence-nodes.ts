import type { Bus, BusMessage } from './bus.ts'
import { createPresence } from './presence.ts'

const ALIVE_MS = 1000
/** A node that is silent for so long has died; with the second until the next list this stays below 6 s. */
const DEAD_MS = 4000
const ASK_AGAIN_MS = 1000

/** What another node has told. */
type Node = { revision: number; userIds: Set<string>; heardAt: number; askedAt: number }

/**
 * Who is online on any node. Each node numbers its changes and tells its number every second: who has missed one
 * asks for the whole list. While Redis is away the others stay as they were last heard of.
 */
export function createPresenceOfNodes(bus: Bus, changed: () => void) {
  const nodes = new Map<string, Node>()
  let revision = 0
  let joined = new Set<string>()
  let left = new Set<string>()
  let telling: NodeJS.Immediate | undefined

  const local = createPresence((userId, isOnline) => {
    const [now, before] = isOnline ? [joined, left] : [left, joined]
    if (!before.delete(userId)) now.add(userId)
    // Everything of one turn of the event loop is one change.
    telling ??= setImmediate(tellChange)
    changed()
  })

  function tellChange(): void {
    telling = undefined
    if (joined.size + left.size === 0) return
    revision += 1
    bus.publish({ kind: 'presence', revision, joined: [...joined], left: [...left] })
    joined = new Set()
    left = new Set()
  }

  const hear = (message: BusMessage, name: string) => {
    if (name === bus.node) return
    if (message.kind === 'who' && message.asked === bus.node) {
      tellChange()
      bus.publish({ kind: 'everybody', revision, userIds: local.ids() })
    }
    if (message.kind === 'everybody') {
      const { revision, userIds } = message
      nodes.set(name, { revision, userIds: new Set(userIds), heardAt: Date.now(), askedAt: 0 })
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

  /** The node, if everything up to this number is known of it; else it is asked. */
  function nodeAt(name: string, known: number): Node | undefined {
    const node = nodes.get(name) ?? { revision: -1, userIds: new Set(), heardAt: 0, askedAt: 0 }
    nodes.set(name, node)
    node.heardAt = Date.now()
    if (node.revision === known) return node
    if (Date.now() - node.askedAt >= ASK_AGAIN_MS) {
      node.askedAt = Date.now()
      bus.publish({ kind: 'who', asked: name })
    }
    return undefined
  }

  let wasConnected = false
  function tick(): void {
    const isConnected = bus.reach() === 'connected'
    // Nobody is dead who could not be heard: after an outage everyone gets the time to speak.
    if (isConnected && !wasConnected) for (const node of nodes.values()) node.heardAt = Date.now()
    wasConnected = isConnected
    if (!isConnected) return
    bus.publish({ kind: 'alive', revision })
    for (const [name, node] of nodes) {
      if (Date.now() - node.heardAt < DEAD_MS) continue
      nodes.delete(name)
      changed()
    }
  }

  bus.subscribe(hear)
  const timer = bus.reach() === 'alone' ? undefined : setInterval(tick, ALIVE_MS).unref()

  return {
    enter: local.enter,
    leave: local.leave,
    isOnline: (userId: string): boolean =>
      local.isOnline(userId) || [...nodes.values()].some(({ userIds }) => userIds.has(userId)),
    /** Each once. */
    ids: (): string[] => {
      if (nodes.size === 0) return local.ids()
      return [...new Set([local.ids(), ...[...nodes.values()].map(({ userIds }) => [...userIds])].flat())]
    },
    close(): void {
      clearInterval(timer)
      clearImmediate(telling)
      local.close()
    },
  }
}

export type Presence = Pick<ReturnType<typeof createPresenceOfNodes>, 'ids' | 'isOnline'>
