import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../scripts/build.mjs'
import { PuenteServer } from './server.ts'

/** Makes one seeded data directory per run; every spec starts on a copy of it. */
export default async function globalSetup() {
  await ensureBuilt(fileURLToPath(new URL('..', import.meta.url)))

  const dataDir = await mkdtemp(join(tmpdir(), 'puente-e2e-seed-'))
  const server = new PuenteServer({ dataDir, args: ['--demo'] })
  await server.start()
  await server.stop()
  process.env.PUENTE_E2E_SEED = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
