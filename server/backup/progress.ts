/** Reports progress to the operator. */
export type Progress = {
  say: (line: string) => void
  count: (what: string, done: number, total: number) => void
}

const EVERY_MS = 1000

/** Lines on standard error; counts at most once a second, and at completion. */
export function createProgress(write = (line: string) => console.error(line)): Progress {
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    say: write,
    count(what, done, total) {
      if (done < total && performance.now() - saidAt < EVERY_MS) return
      saidAt = performance.now()
      const share = total === 0 ? 100 : Math.floor((done / total) * 100)
      write(`${what}: ${done} of ${total} (${share} %)`)
    },
  }
}

export const noProgress: Progress = { say: () => {}, count: () => {} }
