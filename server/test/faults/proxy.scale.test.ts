import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { createPostgres, findProgram } from '../../../scripts/engines.mjs'
import { createClient } from '../client.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { killAll, makePeople, startProcess } from './processes.ts'

const WRITERS = 4
/** Allowed failures among writes after the death: those on connections to the dead server not yet known to be closed. */
const MAX_BROKEN = WRITERS
const MAX_GAP_MS = 1500

const folder = mkdtempSync(join(tmpdir(), 'puente-proxy-'))
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Caddy with the shipped file; only the addresses are those of this test. */
async function startCaddy(urls: string[]): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`
  const shipped = readFileSync(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8')
  const upstreams = urls.map((one) => new URL(one).host).join(' ')
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n}\n${shipped.replaceAll('app1:3000 app2:3000', upstreams)}`)
  const caddy = spawn(findProgram('caddy') ?? 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: url },
    stdio: 'ignore',
  })
  onTestFinished(() => void caddy.kill('SIGKILL'))
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
  return url
}

test('behind the shipped proxy a killed node breaks few writes, an unavailable database no reads, and nothing is empty', async () => {
  const postgres = await createPostgres()
  onTestFinished(postgres.remove)
  await postgres.start()
  const settings = { DATABASE_URL: postgres.url, JWT_SECRET: 'proxy secret '.repeat(4), MAIL: 'outbox' }
  const settingsOf = (name: string) => ({ ...settings, PUBLIC_CACHE: 'on', DATA_DIR: join(folder, name) })
  const [ana, ben] = await makePeople(settingsOf('people'), 2)
  if (!ana || !ben) throw new Error('Two people are needed')
  const nodes = [await startProcess(settingsOf('one')), await startProcess(settingsOf('two'))] as const
  const url = await startCaddy(nodes.map((node) => node.url))
  const { call } = createClient(url)

  const doneAt: number[] = []
  const broken: { status: unknown; startedAt: number }[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const sent = await call(sendMessage, {
        params: { id: ben.id },
        body: { text: 'Hello' },
        as: ana,
      }).catch((error: unknown) => ({ status: String(error) }))
      if (sent.status === 201) doneAt.push(performance.now())
      else broken.push({ status: sent.status, startedAt })
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  await until(() => doneAt.length > 50)
  await nodes[0].kill()
  const killedAt = performance.now()
  await until(() => (doneAt.at(-1) ?? 0) > killedAt + 3000)
  isOver = true
  await Promise.all(writers)
  const gaps = doneAt.map((at, index) => at - (doneAt[index - 1] ?? at))
  expect(broken.length).toBeLessThanOrEqual(2 * MAX_BROKEN)
  expect(broken.filter(({ startedAt }) => startedAt > killedAt).length).toBeLessThanOrEqual(MAX_BROKEN)
  expect(Math.max(...gaps)).toBeLessThan(MAX_GAP_MS)

  const read = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(8000) })
    return { status: response.status, text: await response.text() }
  }
  expect((await read('/api/offers')).status).toBe(200)
  await postgres.stop()
  // The proxy checks each second; the result must not change the responses.
  const refusedAt = performance.now()
  await until(async () => {
    expect((await read('/api/offers')).status).toBe(200)
    const missed = await read('/api/projects?page=7')
    expect(JSON.parse(missed.text).code).toBe('UNAVAILABLE')
    return performance.now() - refusedAt > 3000
  })

  await nodes[1].kill()
  // The proxy retries for five seconds, so both at once.
  const [page, api] = await Promise.all([read('/'), read('/api/offers')])
  expect([page.status, api.status]).toEqual([503, 503])
  expect(page.text).toContain('Back soon')
  expect(JSON.parse(api.text)).toMatchObject({ error: true, code: 'UNAVAILABLE' })
}, 60_000)
