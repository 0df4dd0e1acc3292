import { AsyncLocalStorage } from 'node:async_hooks'

/** Routes, kinds, statuses; never personal data. */
export type Attributes = Record<string, string | number>

/** A span of a trace that has not ended. */
export type OpenSpan = {
  begin: (name: string, attributes: Attributes) => OpenSpan
  /** Failed if there is an error. */
  end: (error?: unknown) => void
}

/** The span of the request or job that runs; always empty where no collector is set (operations/tracing.ts). */
export const currentSpan = new AsyncLocalStorage<OpenSpan | undefined>()

/** Records `work`, such as a call to another service, as a step of the request or job that runs. */
export async function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const parent = currentSpan.getStore()
  if (!parent) return work()
  const span = parent.begin(name, attributes)
  try {
    const result = await currentSpan.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
