/**
 * A fair (round-robin) queue (X6): `take` serves the people in turn, one job at a time each. When `maxWaiting` is
 * reached, the person with the most waiting jobs loses the newest of them to somebody with fewer.
 */
export function createFairQueue<Job>({
  maxWaiting,
  maxPerPerson,
}: {
  maxWaiting: number
  maxPerPerson: number
}) {
  /** In round-robin order. */
  const waiting = new Map<string, Job[]>()
  const running = new Set<string>()
  let size = 0

  const countOf = (person: string) => waiting.get(person)?.length ?? 0

  function dropFromLongest(): Job | undefined {
    const [longest] = [...waiting.values()].toSorted((one, other) => other.length - one.length)
    size -= 1
    return longest?.pop()
  }

  return {
    /** Returns the rejected job: none, this one, or one of the person with the most. */
    add(person: string, job: Job): Job | undefined {
      const own = countOf(person)
      if (own >= maxPerPerson) return job
      const longest = Math.max(0, ...Array.from(waiting.values(), ({ length }) => length))
      if (size >= maxWaiting && longest <= own + 1) return job
      const dropped = size >= maxWaiting ? dropFromLongest() : undefined
      waiting.set(person, [...(waiting.get(person) ?? []), job])
      size += 1
      return dropped
    },

    /** The next job of a person without a running one; call `release` when it is done. */
    take(): { person: string; job: Job } | undefined {
      for (const [person, [job, ...others]] of waiting) {
        if (job === undefined || running.has(person)) continue
        waiting.delete(person)
        if (others.length > 0) waiting.set(person, others)
        running.add(person)
        size -= 1
        return { person, job }
      }
      return undefined
    },

    release(person: string): void {
      running.delete(person)
    },

    /** Whether the job was still waiting. */
    remove(person: string, job: Job): boolean {
      const own = waiting.get(person) ?? []
      const left = own.filter((other) => other !== job)
      if (left.length === own.length) return false
      if (left.length > 0) waiting.set(person, left)
      else waiting.delete(person)
      size -= 1
      return true
    },

    /** Removes and returns all waiting jobs. */
    clear(): Job[] {
      const jobs = [...waiting.values()].flat()
      waiting.clear()
      size = 0
      return jobs
    },

    size: () => size,
  }
}
