import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createBuilder, type Plugin, type Rolldown } from 'vite'
import { LANGUAGES } from '#contract/locale.ts'
import { PROJECT } from '../lib/processes.ts'
import type { Row } from '../lib/table.ts'
import { keyOf, type Manifest, needed } from './bytes.ts'
import { PAGES } from './pages.ts'

const MAX_BYTES = 3000

/** Replaces the modules for languages by those of a product with one language. */
const OF_ONE_LANGUAGE: Record<string, string> = {
  'contract/locale.ts': `export const LANGUAGE_NAMES = {}
    export const LANGUAGES = []
    export const getLocale = () => 'en-quoted'
    export const getLanguage = () => 'en'
    export const isLanguage = () => false
    export const configureLocale = () => undefined
    export const splitPath = (path) => ({ language: undefined, path })
    export const prefixOf = () => ''`,
  'contract/text-language.ts': 'export const languageOf = () => undefined',
  'web/lib/follow-language.ts': 'export const followLanguage = () => undefined',
  'web/layout/LanguageSwitch.tsx': 'export const LanguageSwitch = () => null',
}

type Client = { manifest: Manifest; sizeOf: (file: string) => number }

/** Of row 5: the additional bytes of a first load in a language, against the same product with the quoted texts only. */
export async function languageBytes(): Promise<Row[]> {
  const alone = await withoutLanguages()
  return LANGUAGES.map((language): Row => {
    const translated = builtIn(language)
    const grown = PAGES.map(({ file }) => firstLoad(translated, file) - firstLoad(alone, file))
    const kilobytes = [Math.min(...grown), Math.max(...grown)].map((bytes) => (bytes / 1000).toFixed(1))
    return {
      number: 5,
      what: `JavaScript of a cold visit in '${language}' against one language`,
      goal: `≤ ${(MAX_BYTES / 1000).toFixed(1)} kB more, gzip`,
      measured: `${kilobytes.join(' to ')} kB more`,
      isMet: Math.max(...grown) <= MAX_BYTES,
    }
  })
}

function firstLoad({ manifest, sizeOf }: Client, page: string): number {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry')
  const files = new Set([...needed(manifest, entry), ...needed(manifest, keyOf(manifest, page))])
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0)
}

const gzipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

function builtIn(language: string): Client {
  const built = join(PROJECT, 'dist/web')
  const manifest: Manifest = JSON.parse(readFileSync(join(built, `.vite/manifest.${language}.json`), 'utf8'))
  return { manifest, sizeOf: (file) => gzipped(readFileSync(join(built, file))) }
}

async function withoutLanguages(): Promise<Client> {
  const replaced = new Set<string>()
  const plugin: Plugin = {
    name: 'one-language',
    enforce: 'pre',
    load: {
      order: 'pre',
      handler(id) {
        const found = Object.keys(OF_ONE_LANGUAGE).find((file) => id === join(PROJECT, file))
        if (found) replaced.add(found)
        return found && { code: OF_ONE_LANGUAGE[found] ?? '', moduleType: 'js', moduleSideEffects: false }
      },
    },
  }
  const builder = await createBuilder({
    configFile: join(PROJECT, 'vite.config.ts'),
    root: join(PROJECT, 'web'),
    logLevel: 'error',
    plugins: [plugin],
    build: { write: false },
    environments: { client: { build: { write: false } } },
  })
  const { client } = builder.environments
  if (!client) throw new Error('There is no client to build')
  const outputs = [await builder.build(client)].flat() as Rolldown.RolldownOutput[]
  if (replaced.size < Object.keys(OF_ONE_LANGUAGE).length) throw new Error(`Only replaced: ${[...replaced]}`)
  const chunks = outputs.flatMap(({ output }) => output).filter((part) => part.type === 'chunk')
  const codeOf = new Map(chunks.map(({ fileName, code }) => [fileName, code]))
  const manifest: Manifest = Object.fromEntries(
    chunks.map(({ fileName, name, imports, isEntry }) => [
      fileName,
      { file: fileName, name, imports, isEntry },
    ]),
  )
  return { manifest, sizeOf: (file) => gzipped(codeOf.get(file) ?? '') }
}
