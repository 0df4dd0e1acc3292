import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../scripts/build.mjs'
import { fingerprint } from '../scripts/fingerprint.mjs'
import { PuenteServer } from './server.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What the demo world and its database are made of. */
const SOURCES = ['demo', 'server/migrations', 'package-lock.json']
/** Drawing all pictures takes long on a busy machine. */
const SEED_MS = 300_000

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
  const server = new PuenteServer({ dataDir, args: ['--demo', '--drawn'], readyMs: SEED_MS })
  await server.start()
  await server.stop()
  // Another run may have been quicker: its directory is as good.
  await rename(dataDir, target).catch(() => rm(dataDir, { recursive: true, force: true }))
}
