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
 * Keeps Zod out of the first load (decision 5). In a build for browsers a contract file with schemas becomes two
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
        const exported = Object.entries<unknown>(await import(pathToFileURL(file).href))
        const sources = exported.map(([name, value]) => ({ name, source: sourceOf(value, messages) }))
        const others = sources.flatMap(({ name, source }) => (source === undefined ? name : []))
        const code = [
          `import { m } from './texts.ts'`,
          ...sources.flatMap(({ name, source }) =>
            source === undefined ? [] : `export const ${name} = ${source}`,
          ),
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

/**
 * The code of a value, or undefined if it is not data. Data are JSON values, endpoints, of which the schemas are left out,
 * and messages of the catalogue (scripts/inline-messages.ts).
 */
function sourceOf(value: unknown, messages: Record<string, unknown>): string | undefined {
  if (typeof value === 'function') return messages[value.name] === value ? `m.${value.name}` : undefined
  if (['string', 'number', 'boolean'].includes(typeof value)) return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (isEndpoint(value)) return endpointSource(value)
  const isArray = Array.isArray(value)
  if (!isArray && Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const parts = Object.entries(value).map(([key, inner]) => {
    const source = sourceOf(inner, messages)
    return source && (isArray ? source : `${JSON.stringify(key)}: ${source}`)
  })
  if (parts.includes(undefined)) return undefined
  return isArray ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
}

type AnyEndpoint = { list?: { wrap?: string }; failure?: Text } & Record<
  (typeof ENDPOINT_KEYS)[number],
  unknown
>

const isEndpoint = (value: object): value is AnyEndpoint =>
  'method' in value && 'path' in value && 'access' in value

function endpointSource(endpoint: AnyEndpoint): string {
  const { list, failure } = endpoint
  const data = JSON.stringify({
    ...Object.fromEntries(ENDPOINT_KEYS.map((key) => [key, endpoint[key]])),
    ...(list && { list: { wrap: list.wrap } }),
  })
  return failure ? `{ ...${data}, failure: m.${failure.name} }` : data
}
