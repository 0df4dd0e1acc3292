import { TOPICS, type Topic } from '#contract/topics.ts'
import type { Bus } from '../realtime/bus.ts'

export type TopicVersions = ReturnType<typeof createTopicVersions>

/** Counts the changes of each topic, on this node and, over the bus, on all others. */
export function createTopicVersions(bus: Bus) {
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
    /** After the commit of what changed, and before the answer: who has it sees the change on every node. */
    async note(topics: readonly Topic[]): Promise<void> {
      if (topics.length === 0) return
      count(topics)
      await bus.publish({ kind: 'data', topics: [...topics] })
    },

    /** How many there were of any topic. */
    count: (): number => all,

    /** A mark that stays the same while nothing of these topics changes. */
    version: (topics: Iterable<Topic>): string => versionOf(counts, topics),

    /** The marks of this moment, for an answer whose topics are known only when it is made. */
    versions: () => {
      const now = new Map(counts)
      return (topics: Iterable<Topic>) => versionOf(now, topics)
    },
  }
}

const versionOf = (counts: ReadonlyMap<Topic, number>, topics: Iterable<Topic>): string =>
  [...topics].map((topic) => `${topic}${counts.get(topic)}`).join(' ')
