/** Reports progress to the operator. */
export type Progress = {
  log: (line: string) => void
  count: (what: string, done: number, total: number) => void
}

const EVERY_MS = 1000

/** Lines on standard error; counts at most once a second, and at completion. */
export function createProgress(write = (line: string) => console.error(line)): Progress {
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    log: write,
    count(what, done, total) {
      if (done < total && performance.now() - loggedAt < EVERY_MS) return
      loggedAt = performance.now()
      const share = total === 0 ? 100 : Math.floor((done / total) * 100)
      write(`${what}: ${done} of ${total} (${share} %)`)
    },
  }
}

export const noProgress: Progress = { log: () => {}, count: () => {} }
