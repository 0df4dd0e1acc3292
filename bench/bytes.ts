import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './lib/processes.ts'
import type { Row } from './lib/table.ts'

/** Brotli bytes of a floor build of React, router and query cache (PERFORMANCE, row 5). */
const FLOOR_BYTES = 79_000
const MOST = 1.25

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

const PAGES = {
  home: 'home/HomePage.tsx',
  offers: 'offers/OffersPage.tsx',
  offer: 'offers/OfferPage.tsx',
  projects: 'projects/ProjectsPage.tsx',
  profile: 'devs/ProfilePage.tsx',
}

/** Row 5: the JavaScript of a cold visit, page by page, as the browser receives it. */
export async function bytes(): Promise<Row[]> {
  const built = join(PROJECT, 'dist/web')
  const manifest: Manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry')
  return Object.entries(PAGES).map(([name, page]) => {
    const files = new Set([...needed(manifest, entry), ...needed(manifest, page)])
    const size = [...files].reduce((sum, file) => sum + readFileSync(join(built, `${file}.br`)).length, 0)
    const ratio = size / FLOOR_BYTES
    return {
      number: 5,
      what: `JavaScript of a cold visit: ${name}`,
      goal: `≤ ${MOST} × ${FLOOR_BYTES / 1000} kB`,
      measured: `${ratio.toFixed(2)} × (${(size / 1000).toFixed(1)} kB in ${files.size} files)`,
      isMet: ratio <= MOST,
    }
  })
}

function needed(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) needed(manifest, imported, found)
  return found
}
