import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const dataDir = mkdtempSync(join(tmpdir(), 'puente-services-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Otherwise an operator's command would never end: the Redis client retries forever. */
const OPEN = `
  const { registerHooks } = await import('node:module')
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      loaded.add(/node_modules\\/(@[^/]+\\/[^/]+|[^/]+)/.exec(url)?.[1])
      return next(url, context)
    },
  })
  const { openServices } = await import('./server/open-services.ts')
  const { readConfig } = await import('./server/config.ts')
  const { pino } = await import('pino')
  const config = readConfig({ DATA_DIR: process.argv[1], REDIS_URL: 'redis://127.0.0.1:1' })
  const wrong = { ...config, get S3_ENDPOINT() { throw new Error('no bucket') } }
  await openServices(wrong, pino({ level: 'silent' })).catch((error) => console.log('failed:', error.message))
  console.log([...loaded].join(' '))
`

const { stdout, stderr, status } = spawnSync(
  process.execPath,
  ['--input-type=module', '--eval', OPEN, dataDir],
  { encoding: 'utf8', timeout: 15_000, env: { PATH: process.env.PATH } },
)
const [failure, loaded = ''] = stdout.split('\n')

test('a process that cannot open all services ends without a leftover connection to Redis (S8)', () => {
  expect([stderr, failure, status]).toEqual(['', 'failed: no bucket', 0])
})

test('without a collector to send traces to, no package for them is loaded', () => {
  expect(loaded.split(' ')).toEqual(expect.arrayContaining(['kysely', 'ioredis']))
  // The Prometheus client loads the API package only.
  expect(loaded).not.toMatch(/@opentelemetry\/(?!api\b)/)
})
