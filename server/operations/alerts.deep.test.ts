import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy')
const folder = mkdtempSync(join(tmpdir(), 'puente-prometheus-'))
let prometheus: ChildProcess | undefined
afterAll(() => {
  prometheus?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('each alert fires in its case, and in no other (promtool)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: DEPLOY,
    encoding: 'utf8',
  })
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})

type Rules = {
  data: { groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[] }
}
type Targets = { data: { activeTargets: { health: string; lastError: string }[] } }

test('a real Prometheus scrapes the server and evaluates every rule', async () => {
  const server = await startServer({}, { alone: true })
  const port = await freePort()
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(DEPLOY, 'alerts.yaml')],
      scrape_configs: [{ job_name: 'puente', static_configs: [{ targets: [new URL(server.url).host] }] }],
    }),
  )
  const options = [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  prometheus = spawn('prometheus', options, { cwd: folder, stdio: 'ignore' })
  const ask = async <T>(path: string): Promise<T | undefined> =>
    fetch(`http://127.0.0.1:${port}/api/v1/${path}`).then(
      (response) => (response.ok ? (response.json() as Promise<T>) : undefined),
      () => undefined,
    )
  await until(async () => {
    const targets = await ask<Targets>('targets')
    return targets?.data.activeTargets.some(({ health }) => health === 'up')
  }, 60_000)
  const rules = await until(async () => {
    const found = (await ask<Rules>('rules'))?.data.groups.flatMap((group) => group.rules)
    return found?.every(({ health }) => health !== 'unknown') && found
  }, 60_000)
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
  // Never backed up, and pending for an hour.
  const waiting = await until(async () => {
    const found = (await ask<Rules>('rules'))?.data.groups.flatMap((group) => group.rules)
    const states = found?.filter(({ state }) => state !== 'inactive').map(({ name }) => name)
    return states?.includes('PuenteBackupMissing') && states
  }, 60_000)
  expect(waiting.filter((name) => name !== 'PuenteDiskFull')).toEqual(['PuenteBackupMissing'])
})
