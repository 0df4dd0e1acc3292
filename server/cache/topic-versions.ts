import { TOPICS, type Topic } from '#contract/topics.ts'
import type { Bus } from '../realtime/bus.ts'

export type TopicVersions = ReturnType<typeof createTopicVersions>

/** The next time after a given one at which the clock alone changes a topic's data; both in ms, Infinity for never. */
type NextChange = (afterMs: number) => Promise<number>

/** Counts the changes of each topic, on this node and, over the bus, on all others. */
export function createTopicVersions(bus: Bus, byClock: Partial<Record<Topic, NextChange>> = {}) {
  const counts = new Map<Topic, number>(TOPICS.map((topic) => [topic, 0]))
  let all = 0
  const count = (topics: readonly Topic[]) => {
    all += 1
    for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  }
  bus.subscribe((message, node) => {
    if (message.kind === 'data' && node !== bus.node) count(message.topics)
  })
  return {
    /** Call it after the commit and before the response: this node shows the change at once, the others a moment later. */
    async publish(topics: readonly Topic[]): Promise<void> {
      if (topics.length === 0) return
      count(topics)
      await bus.publish({ kind: 'data', topics: [...topics] })
    },

    /** The time at which the clock makes a response with these topics, made at `madeAt`, stale; both in ms. */
    async overtakenAt(topics: Iterable<Topic>, madeAt: number): Promise<number> {
      const times = Array.from(topics, (topic) => byClock[topic]?.(madeAt) ?? Number.POSITIVE_INFINITY)
      return Math.min(Number.POSITIVE_INFINITY, ...(await Promise.all(times)))
    },

    /** The number of changes of any topic. */
    count: (): number => all,

    /** A version that is stable while none of these topics changes. */
    version: (topics: Iterable<Topic>): string => versionOf(counts, topics),

    /** The current versions, for a response whose topics are known only after rendering. */
    versions: () => {
      const now = new Map(counts)
      return (topics: Iterable<Topic>) => versionOf(now, topics)
    },
  }
}

const versionOf = (counts: ReadonlyMap<Topic, number>, topics: Iterable<Topic>): string =>
  [...topics].map((topic) => `${topic}${counts.get(topic)}`).join(' ')
