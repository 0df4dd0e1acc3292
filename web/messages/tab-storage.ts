/** Per-tab storage that survives a reload; in-memory state is the fallback where storage is forbidden. */
export const tabStorage = {
  read<Value>(key: string): Value | undefined {
    try {
      const text = sessionStorage.getItem(key)
      return text === null ? undefined : (JSON.parse(text) as Value)
    } catch {
      return undefined
    }
  },

  /** False when the storage is full or forbidden. */
  write(key: string, value: unknown): boolean {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  },

  remove(key: string) {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Storage is forbidden, so it is empty.
    }
  },
}
