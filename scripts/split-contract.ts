import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url))

/** What the web client needs of an endpoint; the schemas are the server's work. */
const ENDPOINT_KEYS = ['method', 'path', 'access', 'status', 'failure', 'sends', 'answers'] as const

/**
 * Keeps Zod out of the first load. In the built pages `contract/offers.ts` becomes two modules: the endpoints and
 * constants as plain data, and the file itself (`?full`) for its schemas and functions. Whoever imports only data
 * gets only data; a form that imports a schema brings Zod along in its own chunk. Texts are put where they are used.
 */
export function splitContract(): Plugin {
  return {
    name: 'split-contract',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('texts.')) return
      const { texts } = (await exportsOf(`${CONTRACT}texts.ts`)) as { texts: Texts }
      return { code: inlineTexts(code, texts), map: null }
    },
    async load(id) {
      const [file = '', query] = id.split('?')
      if (!file.startsWith(CONTRACT) || !file.endsWith('.ts')) return
      const code = await readFile(file, 'utf8')
      if (query === 'full') return { code, moduleType: 'ts', moduleSideEffects: false }
      if (query === 'data') return { code: await dataOf(file), moduleType: 'js', moduleSideEffects: false }
      if (!(await needsZod(file))) return
      const names = Object.entries(await exportsOf(file))
      const list = (wanted: boolean) =>
        names.flatMap(([name, value]) => (isData(value) === wanted ? [name] : [])).join(', ')
      return {
        code: [
          `export { ${list(true)} } from ${JSON.stringify(`${file}?data`)}`,
          `export { ${list(false)} } from ${JSON.stringify(`${file}?full`)}`,
        ].join('\n'),
        moduleType: 'js',
        moduleSideEffects: false,
      }
    },
  }
}

type Texts = Record<string, Record<string, unknown>>

/** `texts.offers.none` becomes the sentence itself, so that no page carries the whole catalogue for one of them. */
function inlineTexts(code: string, texts: Texts) {
  return code.replaceAll(/(?<![\w.'"])texts\.(\w+)\.(\w+)\b/g, (whole, group: string, key: string) => {
    const text = texts[group]?.[key]
    if (typeof text === 'string') return JSON.stringify(text)
    return typeof text === 'function' ? `(${text})` : whole
  })
}

async function dataOf(file: string) {
  return Object.entries(await exportsOf(file))
    .flatMap(([name, value]) =>
      isData(value)
        ? [`export const ${name} = ${JSON.stringify(isEndpoint(value) ? slim(value) : value)}`]
        : [],
    )
    .join('\n')
}

function exportsOf(file: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(file).href)
}

async function needsZod(file: string): Promise<boolean> {
  const code = await readFile(file, 'utf8')
  for (const [, from = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gms)) {
    if (from === 'zod' || from.startsWith('zod/')) return true
    if (from.startsWith('./') && (await needsZod(`${CONTRACT}${from.slice(2)}`))) return true
  }
  return false
}

type AnyEndpoint = { list?: { wrap?: string } } & Record<(typeof ENDPOINT_KEYS)[number], unknown>

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

function slim(endpoint: AnyEndpoint) {
  const { list } = endpoint
  return {
    ...Object.fromEntries(ENDPOINT_KEYS.map((key) => [key, endpoint[key]])),
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
