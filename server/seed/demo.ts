import type { Services } from '../lib/services.ts'

/** Fills an empty database with the demo world; gives the text that names its accounts. */
export async function prepareDemo(_services: Services): Promise<string> {
  return ''
}
