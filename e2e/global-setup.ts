import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureBuilt } from '../scripts/build.mjs'
import { fingerprint } from '../scripts/fingerprint.mjs'
import { pinnedNode } from '../scripts/install.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Sources of the demo data and its database. */
const SOURCES = ['demo', 'server/migrations', 'package-lock.json']

/** Makes one seeded data directory per day and state of the sources; every spec starts on a copy of it. */
export default async function globalSetup() {
  await ensureBuilt(ROOT)
  const day = new Date().toISOString().slice(0, 10)
  const seeded = join(tmpdir(), `puente-e2e-seed-${day}-${fingerprint(ROOT, SOURCES).slice(0, 16)}`)
  if (!existsSync(seeded)) await seed(seeded)
  process.env.PUENTE_E2E_SEED = seeded
}

async function seed(target: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'puente-e2e-seeding-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'error', DATA_DIR: dataDir }
  await promisify(execFile)(pinnedNode(ROOT), ['demo/main.ts'], { cwd: ROOT, env })
  // Another run may have been quicker: its directory is as good.
  await rename(dataDir, target).catch(() => rm(dataDir, { recursive: true, force: true }))
}
