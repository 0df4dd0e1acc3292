/** Count of a key in its current window, and the end of the window. */
export type Window = { count: number; endsAt: number }

/**
 * Counts per key in this process. A period begins with the first request after the previous one ended, measured by the
 * monotonic clock.
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
    // All periods have the same length, so the first active entry is followed by active ones only.
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

    /** Sets a count and a duration, whatever the current ones are. */
    set(key: string, count: number, lastsMs: number): void {
      open(key, count, lastsMs)
    },
  }
}
