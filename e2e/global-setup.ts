import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pinnedNode } from '../bin/cli.mjs'
import { ensureBuilt } from '../scripts/build.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Builds the product and makes one data directory with the demo data; each spec file starts on a copy of it. */
export default async function globalSetup() {
  await ensureBuilt(ROOT)
  const dataDir = await mkdtemp(join(tmpdir(), 'puente-e2e-demo-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'error', DATA_DIR: dataDir }
  await promisify(execFile)(pinnedNode(ROOT), ['demo/main.ts'], { cwd: ROOT, env })
  process.env.PUENTE_E2E_SEED = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
