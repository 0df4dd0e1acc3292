const EVERY_MS = 5

/**
 * Watches the event loop of this process. `stop` gives the longest stretch of processor time, in ms, between two turns
 * of it: what others would have waited on an idle machine. Waiting for a busy one is not counted.
 */
export function watchLoop(): { stop: () => number } {
  let longestMs = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return longestMs
    },
  }
}
