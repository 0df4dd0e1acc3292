/** Retries with backoff, so that a chunk that fails to load does not take the page down. */
export async function untilLoaded<Module>(load: () => Promise<Module>, retryMs = 1000): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    console.error(error)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return untilLoaded(load, Math.min(2 * retryMs, 60_000))
  }
}
