/** X1. */
export const MAX_PAUSE_MS = 50
const EVERY_MS = 5
/** Of `leastPauseMs`. */
const ROUNDS = 3
/** Rounds of `compute`. */
const COMPUTED = 8
/** Longer pauses are compared with a limit, 50 ms at least, so the speed of the machine matters. */
const NOTABLE_MS = 25
/** The time of `compute` on the idle machine on which the limits were set. */
const REFERENCE_MS = 10

/**
 * Watches the event loop of this process. `stop` gives the longest stretch of processor time, in ms, between two turns
 * of it: the wait of others on an idle machine. Waiting for a busy one is not counted, and a processor that
 * is slower at the moment than the reference machine counts in proportion.
 */
export function watchLoop(): { stop: () => number } {
  let longestMs = 0
  let last = process.threadCpuUsage()
  const look = () => {
    longestMs = Math.max(longestMs, processorMs(last))
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return onReference(longestMs)
    },
  }
}

/**
 * The longest pause of `act` in ms: the least of three rounds, as one may include compilation or garbage collection.
 * Later rounds follow only on one above `MAX_PAUSE_MS`. `prepare` is not measured.
 */
export async function leastPauseMs(
  act: () => Promise<unknown>,
  prepare?: () => Promise<unknown>,
): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && leastMs > MAX_PAUSE_MS; round += 1) {
    await prepare?.()
    const loop = watchLoop()
    await act()
    leastMs = Math.min(leastMs, loop.stop())
  }
  return leastMs
}

/** The processor time of `act` in ms, likewise. The least of three, as one may include compilation or garbage collection. */
export function cpuMsOf(act: () => unknown): number {
  const once = () => {
    const start = process.threadCpuUsage()
    act()
    return processorMs(start)
  }
  return onReference(Math.min(once(), once(), once()))
}

const onReference = (ms: number) => (ms > NOTABLE_MS ? ms / slowness() : ms)

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

/**
 * Slowness relative to the reference machine, at least 1. The mean of several rounds after the first ones, which compile:
 * some kernels count the time of a thread in ticks of 4 ms.
 */
function slowness(): number {
  for (let round = 0; round < 2; round += 1) compute()
  const start = process.threadCpuUsage()
  for (let round = 0; round < COMPUTED; round += 1) compute()
  return Math.max(1, processorMs(start) / COMPUTED / REFERENCE_MS)
}

const TEXT = 'El faro de Corcubión guía a los barcos. '.repeat(4000)

const compute = () => JSON.stringify(TEXT.normalize('NFD').split(' ').toSorted())
