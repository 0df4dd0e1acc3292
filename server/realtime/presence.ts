const GRACE_MS = 5000

/**
 * People connected to this node. A grace period of 5 s after the last connection hides a reload (decision 43).
 * `changed` is called on every arrival and departure.
 */
export function createPresence(
  changed: (userId: string, isOnline: boolean) => void = () => {},
  graceMs = GRACE_MS,
) {
  const sockets = new Map<string, number>()
  const leaving = new Map<string, NodeJS.Timeout>()

  return {
    enter(userId: string): void {
      const before = sockets.get(userId) ?? 0
      sockets.set(userId, before + 1)
      clearTimeout(leaving.get(userId))
      const wasLeaving = leaving.delete(userId)
      if (before === 0 && !wasLeaving) changed(userId, true)
    },

    leave(userId: string): void {
      const left = (sockets.get(userId) ?? 0) - 1
      if (left > 0) {
        sockets.set(userId, left)
        return
      }
      sockets.delete(userId)
      const timer = setTimeout(() => {
        leaving.delete(userId)
        changed(userId, false)
      }, graceMs)
      leaving.set(userId, timer.unref())
    },

    isOnline: (userId: string): boolean => sockets.has(userId) || leaving.has(userId),
    ids: (): string[] => [...sockets.keys(), ...leaving.keys()],
    close(): void {
      for (const timer of leaving.values()) clearTimeout(timer)
    },
  }
}
