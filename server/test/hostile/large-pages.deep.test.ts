import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NODE_FLAGS } from '../../../scripts/memory.mjs'
import { withData } from '../faults/killable-server.ts'
import { freePort } from '../free-port.ts'
import { MAX_PAUSE_MS } from '../loop-pauses.ts'
import { until } from '../until.ts'
import { addPages, COSTLY_TEXTS } from './costly-texts.ts'

const SERVER = 'dist/server/main.cjs'
const dataDir = mkdtempSync(join(tmpdir(), 'puente-pages-'))
const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', MIN_FREE_MB: '0' }
const pages = new Map<string, string[]>()
let server: ChildProcess
let url: string

beforeAll(async () => {
  if (!existsSync(SERVER)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  await withData(settings, async (services) => {
    for (const [what, text] of Object.entries(COSTLY_TEXTS)) pages.set(what, await addPages(services, text))
  })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const watched = ['--import', join(import.meta.dirname, 'watched-process.ts')]
  server = spawn(process.execPath, [...NODE_FLAGS, ...watched, SERVER], {
    env: { ...process.env, NODE_ENV: 'production', ...settings, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok, 30_000)
}, 120_000)

afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(Object.keys(COSTLY_TEXTS))(
  'rendering pages of people who wrote %s does not block others (X1)',
  async (what) => {
    for (const page of [...(pages.get(what) ?? []), '/', '/offers', '/projects', '/developers'])
      expect(await longestPause(page), page).toBeLessThanOrEqual(MAX_PAUSE_MS)
  },
)

/** Of the renderings in each language. */
async function longestPause(page: string): Promise<number> {
  const pausesMs: number[] = []
  for (const language of ['', '/en', '/es']) {
    await pauseSince()
    const response = await fetch(`${url}${language}${page}`)
    const html = await response.text()
    pausesMs.push(await pauseSince())
    // Not the shell, which the browser renders.
    expect([response.status, html]).toEqual([200, expect.stringContaining('<main')])
  }
  return Math.max(...pausesMs)
}

/** The longest pause since the last request. */
async function pauseSince(): Promise<number> {
  server.send('measure')
  const [longestMs] = await once(server, 'message')
  return longestMs
}
