import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Text } from '../contract/texts.ts'

/** By its URL, so that these are the same functions as the contract's. */
const MESSAGES = new URL('../languages/compiled/messages/_index.js', import.meta.url).href

/** The properties of an endpoint that the web client reads; the schemas are the server's part. */
const ENDPOINT_KEYS = ['method', 'path', 'access', 'status', 'sends', 'download'] as const

/**
 * Keeps Zod out of the first load (decision 0005). In a build for browsers a contract file with schemas becomes two
 * modules: its endpoints and constants as data, and the file itself (`?full`) for its schemas and functions.
 */
export function splitContract(): Plugin {
  return {
    name: 'split-contract',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/[\w-]+\.ts(\?full)?$/ },
      async handler(id) {
        const [file = '', query] = id.split('?')
        if (query === 'full') {
          return { code: await readFile(file, 'utf8'), moduleType: 'ts', moduleSideEffects: false }
        }
        if (!(await importsZod(file))) return
        const messages: Record<string, unknown> = await import(MESSAGES)
        const isData = (value: unknown) => isDataWith(messages, value)
        const exported = Object.entries<unknown>(await import(pathToFileURL(file).href))
        const data = exported.filter(([, value]) => isData(value))
        const others = exported.filter(([, value]) => !isData(value)).map(([name]) => name)
        const code = [
          `import { m } from './texts.ts'`,
          ...data.map(([name, value]) => `export const ${name} = ${sourceOf(value)}`),
          `export { ${others.join(', ')} } from ${JSON.stringify(`${file}?full`)}`,
        ].join('\n')
        return { code, moduleType: 'js', moduleSideEffects: false }
      },
    },
  }
}

/** Directly or through another contract file. */
async function importsZod(file: string): Promise<boolean> {
  const code = await readFile(file, 'utf8')
  for (const [, from = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gms)) {
    if (from === 'zod' || from.startsWith('zod/')) return true
    if (from.startsWith('./') && (await importsZod(join(dirname(file), from)))) return true
  }
  return false
}

type AnyEndpoint = { list?: { wrap?: string }; failure?: Text } & Record<
  (typeof ENDPOINT_KEYS)[number],
  unknown
>

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

/** A value as code, an endpoint without its schemas; texts are messages of the catalogue (scripts/inline-messages.ts). */
function sourceOf(value: unknown): string {
  if (typeof value === 'function') return `m.${value.name}`
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`
  if (!isEndpoint(value)) {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const entries = Object.entries(value).map(([key, held]) => `${JSON.stringify(key)}: ${sourceOf(held)}`)
    return `{ ${entries.join(', ')} }`
  }
  const { list, failure } = value
  const data = JSON.stringify({
    ...Object.fromEntries(ENDPOINT_KEYS.map((key) => [key, value[key]])),
    ...(list && { list: { wrap: list.wrap } }),
  })
  return failure ? `{ ...${data}, failure: m.${failure.name} }` : data
}

/** Endpoints, messages, and JSON values. */
function isDataWith(messages: Record<string, unknown>, value: unknown): boolean {
  if (isEndpoint(value)) return true
  if (typeof value === 'function') return messages[value.name] === value
  const isData = (held: unknown) => isDataWith(messages, held)
  if (Array.isArray(value)) return value.every(isData)
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean'].includes(typeof value)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData)
}
