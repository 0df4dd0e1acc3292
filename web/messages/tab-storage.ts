/** What a tab keeps over a reload; other tabs do not see it. Without storage it lives as long as the page. */
export const tabStorage = {
  read<Value>(key: string): Value | undefined {
    try {
      const text = sessionStorage.getItem(key)
      return text === null ? undefined : (JSON.parse(text) as Value)
    } catch {
      return undefined
    }
  },

  /** False when there is no room for it. */
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
      // Nothing is stored where storage is forbidden.
    }
  },
}
