import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { PROJECT } from '../lib/processes.ts'
import type { Row } from '../lib/table.ts'
import { PAGES } from './pages.ts'

const MAX = 1.45
/** The contact page loads its form at once. */
const MAX_FORM_BYTES = 160_000
const MAX_FONT_BYTES = 70_000

export type Manifest = Record<string, { file: string; name?: string; imports?: string[]; isEntry?: boolean }>

/** Row 5: the compressed JavaScript of a cold visit, against a floor built in the same run. */
export async function bytes(): Promise<Row[]> {
  const built = join(PROJECT, 'dist/web')
  const manifest: Manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry')
  const floor = await floorBytes()
  const rows = PAGES.map(({ name, file }): Row => {
    const files = new Set([...needed(manifest, entry), ...needed(manifest, keyOf(manifest, file))])
    const size = [...files].reduce((sum, each) => sum + readFileSync(join(built, `${each}.br`)).length, 0)
    const ratio = size / floor
    const isForm = name === 'contact'
    return {
      number: 5,
      what: `JavaScript of a cold visit: ${name}`,
      goal: isForm ? `≤ ${kilobytes(MAX_FORM_BYTES)}` : `≤ ${MAX} × floor (${kilobytes(floor)})`,
      measured: `${ratio.toFixed(2)} × (${kilobytes(size)} in ${files.size} files)`,
      isMet: isForm ? size <= MAX_FORM_BYTES : ratio <= MAX,
    }
  })
  return [...rows, fonts(built)]
}

/** A page's chunk has the name of its source file. */
export function keyOf(manifest: Manifest, file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace('.tsx', '')
  const key = Object.keys(manifest).find((one) => manifest[one]?.name === name)
  if (!key) throw new Error(`The build has no chunk of ${file}`)
  return key
}

const kilobytes = (size: number) => `${(size / 1000).toFixed(1)} kB`

/** All fonts, including the one for code, which only some pages load. */
function fonts(built: string): Row {
  const files = Object.values(
    JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Manifest,
  )
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.woff2'))
  const size = files.reduce((sum, file) => sum + readFileSync(join(built, file)).length, 0)
  return {
    number: 5,
    what: 'Fonts, all of them',
    goal: `≤ ${kilobytes(MAX_FONT_BYTES)}`,
    measured: kilobytes(size),
    isMet: size > 0 && size <= MAX_FONT_BYTES,
  }
}

async function floorBytes(): Promise<number> {
  const output = await build({
    configFile: false,
    root: join(PROJECT, 'bench/bare/web'),
    logLevel: 'error',
    build: { write: false, modulePreload: { polyfill: false } },
  })
  const outputs = [output].flat() as Rolldown.RolldownOutput[]
  return outputs
    .flatMap(({ output: chunks }) => chunks)
    .reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? brotliCompressSync(chunk.code).length : 0), 0)
}

export function needed(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) needed(manifest, imported, found)
  return found
}
