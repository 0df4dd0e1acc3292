/** How often something happened to a key in its period, and when that ends. */
export type Window = { count: number; endsAt: number }

/**
 * Counts per key in this process. A period begins with the first time after the last one has ended, on a clock that
 * nobody sets.
 */
export function createFixedWindows(seconds: number) {
  const windows = new Map<string, Window>()

  function find(key: string): Window | undefined {
    const window = windows.get(key)
    return window && window.endsAt > performance.now() ? window : undefined
  }

  function open(key: string, count: number, lastsMs: number): Window {
    const now = performance.now()
    windows.delete(key)
    // All last equally long, so the first that has not ended is followed by no other that has.
    for (const [other, { endsAt }] of windows) {
      if (endsAt > now) break
      windows.delete(other)
    }
    const window = { count, endsAt: now + lastsMs }
    windows.set(key, window)
    return window
  }

  return {
    find,

    add(key: string): Window {
      const window = find(key)
      if (!window) return open(key, 1, seconds * 1000)
      window.count += 1
      return window
    },

    /** Has it counted so often for so long, whatever was before. */
    set(key: string, count: number, lastsMs: number): void {
      open(key, count, lastsMs)
    },
  }
}
