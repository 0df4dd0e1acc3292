const INTERVAL_MS = 10

/** Polls until `look` returns a value other than undefined and false, and returns it; fails after `timeoutMs`. */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 5000,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for: ${look}`)
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
}
