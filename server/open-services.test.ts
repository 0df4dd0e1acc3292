import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const dataDir = mkdtempSync(join(tmpdir(), 'puente-services-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** A command of an operator would else never end: what looks for Redis never gives up by itself. */
const OPEN = `
  const { openServices } = await import('./server/open-services.ts')
  const { readConfig } = await import('./server/config.ts')
  const { pino } = await import('pino')
  const config = readConfig({ DATA_DIR: process.argv[1], REDIS_URL: 'redis://127.0.0.1:1' })
  const wrong = { ...config, get S3_ENDPOINT() { throw new Error('no bucket') } }
  await openServices(wrong, pino({ level: 'silent' })).catch((error) => console.log('failed:', error.message))
`

test('a process whose services cannot all be opened ends: no connection to Redis is left (S8)', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', OPEN, dataDir],
    { encoding: 'utf8', timeout: 15_000, env: { PATH: process.env.PATH } },
  )
  expect([stderr, stdout.trim(), status]).toEqual(['', 'failed: no bucket', 0])
})
