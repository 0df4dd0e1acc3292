import { type ComponentType, lazy } from 'react'

const RETRY_MS = 1000
const MAX_FAILURES = 3

/**
 * A part of a page whose code is loaded when it is first shown. A lost connection does not take the page down: the
 * fallback stays until it is back. Online the last failure is thrown: the chunk may be of a former release.
 */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => retrying(load))

async function retrying<Module>(load: () => Promise<Module>, failures = 0): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      return retrying(load)
    }
    if (failures + 1 === MAX_FAILURES) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return retrying(load, failures + 1)
  }
}
