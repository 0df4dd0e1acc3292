import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT } from './processes.ts'

/** A copy of the demo data that `npm run demo` left in `data` (or DEMO_DATA_DIR). */
export async function copyOfDemo() {
  const { DEMO_DATA_DIR = join(PROJECT, 'data') } = process.env
  if (!existsSync(join(DEMO_DATA_DIR, 'puente.db')))
    throw new Error(`There is no demo data in ${DEMO_DATA_DIR}. Run once: npm run demo`)
  const dataDir = await mkdtemp(join(tmpdir(), 'puente-bench-demo-'))
  await cp(DEMO_DATA_DIR, dataDir, { recursive: true })
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}
