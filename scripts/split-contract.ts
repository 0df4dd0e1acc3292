import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** The properties of an endpoint that the web client reads; the schemas are the server's part. */
const ENDPOINT_KEYS = ['method', 'path', 'access', 'status', 'failure', 'sends', 'download'] as const

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
        const exported = Object.entries<unknown>(await import(pathToFileURL(file).href))
        const data = exported.filter(([, value]) => isData(value))
        const others = exported.filter(([, value]) => !isData(value)).map(([name]) => name)
        const code = [
          ...data.map(([name, value]) => `export const ${name} = ${JSON.stringify(withoutSchemas(value))}`),
          `export { ${others.join(', ')} } from ${JSON.stringify(`${file}?full`)}`,
        ].join('\n')
        return { code, moduleType: 'js', moduleSideEffects: false }
      },
    },
  }
}

/** Directly or by way of another contract file. */
async function importsZod(file: string): Promise<boolean> {
  const code = await readFile(file, 'utf8')
  for (const [, from = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gms)) {
    if (from === 'zod' || from.startsWith('zod/')) return true
    if (from.startsWith('./') && (await importsZod(join(dirname(file), from)))) return true
  }
  return false
}

type AnyEndpoint = { list?: { wrap?: string } } & Record<(typeof ENDPOINT_KEYS)[number], unknown>

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

function withoutSchemas(value: unknown): unknown {
  if (!isEndpoint(value)) return value
  const { list } = value
  return {
    ...Object.fromEntries(ENDPOINT_KEYS.map((key) => [key, value[key]])),
    ...(list && { list: { wrap: list.wrap } }),
  }
}

/** Endpoints, and what JSON can hold. */
function isData(value: unknown): boolean {
  if (isEndpoint(value)) return true
  if (Array.isArray(value)) return value.every(isData)
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean'].includes(typeof value)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData)
}
