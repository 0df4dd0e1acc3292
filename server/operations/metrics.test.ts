import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { sendMessage } from '#contract/messages.ts'
import { listOffers } from '#contract/offers.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const server = await startServer({}, { alone: true })
const deploy = join(import.meta.dirname, '../../deploy')

const readMetrics = async (headers = {}) => (await fetch(`${server.url}/metrics`, { headers })).text()

/** Every metric that the server exposes, with the endings of histograms. */
async function exposedNames(): Promise<Set<string>> {
  const types = [...(await readMetrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((ending) => name + ending) : [name],
    ),
  )
}

/** The metrics in an expression: words other than functions, labels, keywords and numbers. */
const namesIn = (expression: string): string[] =>
  expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\b(by|on) \([^)]*\)/g, ' ')
    .match(/\b[a-z][a-z0-9_]+\b(?!\s*\()/g)
    ?.filter((word) => !['and', 'by', 'on', 'or', 'time', 'up'].includes(word)) ?? []

test('measures requests, the database and all queues', async () => {
  await buildDeveloper(server)
  await server.call(listOffers)
  await server.call(listOffers)
  const text = await readMetrics()
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/offers",status="200"\} 2/,
  )
  expect(text).toMatch(/database_query_duration_seconds_count\{statement="select"\} [1-9]/)
  expect(text).toMatch(/^queue_length\{queue="images"\} 0$/m)
  expect(text).toMatch(/^jobs_stored\{state="waiting"\} 0$/m)
  // From the start: an alert detects the first failure only as a change.
  expect(text).toMatch(/^jobs_total\{kind="ticket mail",result="failed"\} 0$/m)
  expect(text).toMatch(/^storage_free_bytes\{store="files"\} \d/m)
  expect(text).not.toMatch(/backup_time_seconds\{/)
})

test('a failing metric hides no other one', async () => {
  const note = join(server.dataDir, 'last-backup')
  symlinkSync('last-backup', note)
  const text = await readMetrics()
  rmSync(note)
  expect(text).toMatch(/^jobs_stored\{state="waiting"\} 0$/m)
  expect(text).not.toMatch(/backup_time_seconds\{/)
})

test('measures sockets, deliveries, cache results, and the wait for PostgreSQL', async () => {
  const cached = await startServer({ PUBLIC_CACHE: 'on' }, { alone: true })
  const [ana, ben] = [await buildDeveloper(cached), await buildRecruiter(cached)]
  const device = await connectDevice(cached.url, ana)
  const body = { text: 'Hola' }
  await cached.call(sendMessage, { as: ben, params: { id: ana.id }, body })
  await until(() => device.received.newMessage[0])
  for (let time = 0; time < 3; time += 1) await cached.call(listOffers)
  const text = await (await fetch(`${cached.url}/metrics`)).text()
  device.close()
  expect(text).toMatch(/^realtime_connections\{of="sockets"\} 1$/m)
  expect(text).toMatch(/^realtime_delivery_seconds_count 1$/m)
  expect(text).toMatch(/^realtime_delivery_seconds_bucket\{le="10"\} 1$/m)
  expect(text).toMatch(/^cache_requests_total\{cache="api",result="miss"\} 1$/m)
  expect(text).toMatch(/^cache_requests_total\{cache="api",result="hit"\} 2$/m)
  expect(text).toMatch(/^queue_length\{queue="deliveries"\} 0$/m)
  if (cached.engine === 'postgres') {
    expect(text).toMatch(/^database_pool_wait_seconds_count [1-9]/m)
    expect(text).toMatch(/^database_pool_connections\{state="idle"\} [1-9]/m)
  }
})

type Panel = { targets: { expr: string; legendFormat: string }[] }
const dashboard: { panels: Panel[] } = JSON.parse(
  readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8'),
)
const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
  readFileSync(join(deploy, 'alerts.yaml'), 'utf8'),
)
type Proof = { alertname: string; exp_alerts: unknown[] }
const proofs: { tests: { alert_rule_test: Proof[] }[] } = parse(
  readFileSync(join(deploy, 'alerts.test.yaml'), 'utf8'),
)
const drawn = dashboard.panels.flatMap(({ targets }) => targets)
const expressions = [
  ...drawn.map(({ expr }) => expr),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
]

test('a running server exposes every metric of the dashboard and of the alert rules', async () => {
  const exposed = await exposedNames()
  expect(expressions.length).toBeGreaterThan(30)
  const used = new Set(expressions.flatMap(namesIn))
  expect(used.size).toBeGreaterThan(15)
  expect([...used].filter((name) => !exposed.has(name))).toEqual([])
})

/** Metrics added by Prometheus, and histograms. */
const OF_ALL = ['job', 'instance', 'le']

/** By the name of a metric, or of a part of a histogram. */
function labelsOf(name: string): string[] {
  const { registry } = server.meters
  const metric = registry.getSingleMetric(name) ?? registry.getSingleMetric(name.replace(/_[a-z]+$/, ''))
  return [...OF_ALL, ...((metric as { labelNames?: string[] } | undefined)?.labelNames ?? [])]
}

test('dashboard and alert rules filter and group by labels that these metrics have', () => {
  for (const expression of expressions) {
    const names = namesIn(expression)
    const known = names.flatMap(labelsOf)
    for (const [, name = '', chosen = ''] of expression.matchAll(/(\w+)\{([^}]*)\}/g)) {
      const labels = [...chosen.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      expect(labels, expression).not.toEqual([])
      expect(
        labels.filter((label) => name !== 'up' && !labelsOf(name).includes(label)),
        expression,
      ).toEqual([])
    }
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(/,\s*/),
    )
    expect(
      grouped.filter((label) => !known.includes(label)),
      expression,
    ).toEqual([])
  }
  for (const { expr, legendFormat } of drawn) {
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    const left = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/) ?? namesIn(expr).flatMap(labelsOf)
    expect(
      shown.filter((label) => !left.includes(label)),
      expr,
    ).toEqual([])
  }
})

test('each alert has a promtool case in which it fires, and a healthy one in which it does not', () => {
  const names = alerts.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()
  const proven = (fires: boolean) => [
    ...new Set(
      proofs.tests
        .flatMap(({ alert_rule_test }) => alert_rule_test)
        .filter(({ exp_alerts }) => exp_alerts.length > 0 === fires)
        .map(({ alertname }) => alertname),
    ),
  ]
  expect(proven(true).sort()).toEqual(names)
  expect(proven(false).sort()).toEqual(names)
})

test('operations.md explains every metric', async () => {
  const documented = readFileSync(join(deploy, '../docs/operations.md'), 'utf8')
  const names = [...(await readMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  const own = names.filter((name) => !/^(nodejs|process)_/.test(name))
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})

test('is 404 from other machines without the token', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  expect(await readMetrics(forwarded)).toMatch(/NOT_FOUND/)
  const guarded = await startServer({ METRICS_TOKEN: 'a-token' }, { alone: true })
  const read = (headers = {}) => fetch(`${guarded.url}/metrics`, { headers })
  expect((await read()).status).toBe(404)
  for (const wrong of ['a-token', 'Bearer ', 'Bearer a-toke', 'Bearer a-token1', 'Bearer b-token'])
    expect((await read({ authorization: wrong })).status, wrong).toBe(404)
  expect((await read({ ...forwarded, authorization: 'Bearer a-token' })).status).toBe(200)
})

test('a request carries the ID of the trace of a trusted proxy, or else a new one', async () => {
  const behind = await startServer({ TRUST_PROXY: '127.0.0.1' }, { alone: true })
  const idFor = async (traceparent?: string, { url } = behind) => {
    const response = await fetch(`${url}/healthz`, { headers: traceparent ? { traceparent } : {} })
    return response.headers.get('x-request-id')
  }
  const trace = randomBytes(16).toString('hex')
  expect(await idFor(`00-${trace}-${randomBytes(8).toString('hex')}-01`)).toBe(trace)
  expect(await idFor(`00-${trace}-${randomBytes(8).toString('hex')}-01`, server)).not.toBe(trace)
  const found = new Set<string | undefined>()
  for (const bad of [undefined, 'hello', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, `00-${trace}"-x-01`]) {
    const id = await idFor(bad)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(id).not.toBe(trace)
    expect(id).not.toBe('0'.repeat(32))
    found.add(id?.slice(0, 12))
  }
  // Not sequential: IDs must not reveal the number of requests.
  expect(found.size).toBe(4)
})
