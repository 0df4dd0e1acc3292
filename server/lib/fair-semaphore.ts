import { unavailable } from './errors.ts'
import { createFairQueue } from './fair-queue.ts'

type Job = { start: () => Promise<void>; reject: (error: Error) => void }

/**
 * A fair semaphore: runs at most `maxAtOnce` tasks, one of each person, in round-robin order (X6). Beyond `maxWaiting`,
 * the person with the most waiting tasks gets 503.
 */
export function createFairSemaphore({ maxAtOnce, maxWaiting }: { maxAtOnce: number; maxWaiting: number }) {
  const queue = createFairQueue<Job>({ maxWaiting, maxPerPerson: maxWaiting })
  let running = 0

  function next(): void {
    while (running < maxAtOnce) {
      const taken = queue.take()
      if (!taken) return
      running += 1
      void taken.job.start().finally(() => {
        running -= 1
        queue.release(taken.person)
        next()
      })
    }
  }

  return {
    run: <Result>(person: string, work: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        const job = { start: () => work().then(resolve, reject), reject }
        queue.add(person, job)?.reject(unavailable())
        next()
      }),

    waiting: () => queue.size(),
  }
}
