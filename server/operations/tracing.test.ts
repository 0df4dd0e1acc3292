import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { sendSupportTicket } from '#contract/contact.ts'
import { createOffer, getOffer } from '#contract/offers.ts'
import { uploadImage } from '#contract/uploads.ts'
import { createRenderer } from '../pages/render-pages.ts'
import { buildRecruiter } from '../test/builders.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { upload } from '../test/uploads.ts'
import { createTracing } from './tracing.ts'

type ExportedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

/** A collector that records the exported spans. */
async function startCollector() {
  const spans: ExportedSpan[] = []
  const keys: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    if (request.url === '/v1/traces') {
      const { resourceSpans } = JSON.parse(body)
      expect(resourceSpans[0].resource.attributes).toEqual([
        { key: 'service.name', value: { stringValue: 'puente-test' } },
        { key: 'service.version', value: { stringValue: expect.stringMatching(/^\d+\.\d+\.\d+/) } },
      ])
      spans.push(...resourceSpans[0].scopeSpans[0].spans)
      keys.push(request.headers['x-key']?.toString())
    }
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { spans, keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const { spans, keys, url, server: collector } = await startCollector()
const s3 = await startS3()
const server = await startServer(
  {
    ...s3.settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_SERVICE_NAME: 'puente-test',
    TRUST_PROXY: '127.0.0.1',
  },
  { alone: true },
)
afterAll(() => collector.close())

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const valuesOf = ({ attributes }: ExportedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
const ask = (path: string, traceparent?: string) =>
  fetch(server.url + path, { headers: traceparent ? { traceparent } : {} })

test('a request continues the trace of a proxy, and its statements are child spans', async () => {
  const response = await ask('/api/offers?limit=3', `00-${TRACE}-${PARENT}-01`)
  expect(response.headers.get('x-request-id')).toBe(TRACE)
  const request = await until(() =>
    spans.find(({ name, traceId }) => name === 'GET /api/offers' && traceId === TRACE),
  )
  expect(request).toMatchObject({ parentSpanId: PARENT, kind: 2, status: {} })
  expect(valuesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/offers',
    'http.response.status_code': 200,
  })
  const [statement] = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statement).toMatchObject({ traceId: TRACE, name: 'select', kind: 3 })
  expect(statement && valuesOf(statement)['db.query.text']).toMatch(/^select .* from "offers"/s)
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
  expect(keys.at(-1)).toBe('a key')
})

test('health checks are not traced', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/offers']) await fetch(server.url + path)
  await until(() => spans.find(({ name }) => name === 'GET /api/offers'))
  expect(spans.map(({ name }) => name)).not.toContain('GET /healthz')
  expect(spans.map(({ name }) => name)).not.toContain('GET /readyz')
  expect(spans.map(({ name }) => name)).not.toContain('GET /metrics')
})

test('an unsampled trace of a proxy is not exported; a new trace has the ID of the request', async () => {
  await ask('/api/projects', `00-${TRACE.replace('4', '5')}-${PARENT}-00`)
  const id = (await ask('/api/devs')).headers.get('x-request-id')
  const request = await until(() => spans.find(({ traceId, kind }) => traceId === id && kind === 2))
  expect(request.parentSpanId).toBeUndefined()
  expect(spans.filter(({ name }) => name === 'GET /api/projects')).toEqual([])
})

test('exports only routes and statements without values: no addresses, words or ids of people', async () => {
  const recruiter = await buildRecruiter(server)
  const { body: offer } = await server.call(createOffer, {
    as: recruiter,
    body: { position: 'Secretaria de Estado', description: 'Confidencial' },
  })
  await server.call(getOffer, { params: { id: offer._id } })
  await ask('/api/offers/search?q=Confidencial')
  await until(() => spans.find(({ name }) => name === 'GET /api/offers/:id'))
  await until(() => spans.find(({ name }) => name === 'GET /api/offers/search'))
  const exported = JSON.stringify(spans)
  for (const secret of [
    'Secretaria',
    'Confidencial',
    'confidencial',
    offer._id,
    recruiter.id,
    recruiter.email,
  ])
    expect(exported, secret).not.toContain(secret)
})

test('background work is a separate trace', async () => {
  const { headers } = await server.call(sendSupportTicket, {
    body: {
      name: 'Ana',
      email: 'ana@example.com',
      subject: 'Hola',
      message: 'Una pregunta',
      category: 'support',
    },
  })
  const job = await until(() => spans.find(({ name }) => name === 'job ticket mail'))
  expect(job).toMatchObject({ kind: 1, status: {} })
  expect(job.parentSpanId).toBeUndefined()
  const ofJobs = (trace: string | null) =>
    spans.flatMap((span) =>
      span.traceId === trace && String(valuesOf(span)['db.query.text']).includes('"jobs"') ? [span.name] : [],
    )
  expect(ofJobs(headers.get('x-request-id'))).toEqual(['insert'])
  // Polling for due jobs belongs to no trace.
  expect(ofJobs(job.traceId)).toEqual(['delete'])
})

/** The names of the spans below the one of this name, once all have arrived. */
const childrenOf = (name: string, expected: string[]) =>
  until(() => {
    const parents = spans.filter((span) => span.name === name).map(({ spanId }) => spanId)
    const names = spans
      .filter(({ parentSpanId = '' }) => parents.includes(parentSpanId))
      .map((span) => span.name)
    return expected.every((wanted) => names.includes(wanted)) && names
  })

test('a picture, its bucket and a mail are child spans', async () => {
  const png = await sharp({ create: { width: 90, height: 40, channels: 3, background: '#24c' } })
    .png()
    .toBuffer()
  const recruiter = await buildRecruiter(server)
  const stored = await upload(server, uploadImage, new Uint8Array(png), { as: recruiter })
  expect(stored.status).toBe(201)
  const route = `POST /api${uploadImage.path}`
  expect(await childrenOf(route, ['convert picture', 's3 PUT'])).toContain('insert')
  const body = { name: 'Ana', email: 'ana@example.com', category: 'bug', subject: 'Hi', message: 'Please' }
  await server.call(sendSupportTicket, { body })
  expect(await childrenOf('job ticket mail', ['send mail'])).toContain('send mail')
})

test('rendering a page is a child span, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-pages-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['web/.vite', 'pages/.vite']) mkdirSync(join(folder, name), { recursive: true })
  for (const locale of ['', '.en', '.es']) {
    writeFileSync(join(folder, `web/index${locale}.html`), '<html><head></head><body></body></html>')
    writeFileSync(join(folder, `web/.vite/manifest${locale}.json`), '{}')
  }
  writeFileSync(
    join(folder, 'pages/.vite/manifest.json'),
    JSON.stringify({ 'entry-server.tsx': { file: 'pages.js' } }),
  )
  writeFileSync(
    join(folder, 'pages/pages.js'),
    `export const configureProduct = () => {}
    export const configureLocale = () => {}
    export const pageOf = () => undefined
    export const createDocuments = () => ({ page: () => 'page' })
    export const render = async () => {
      return { status: 200, isComplete: true, renderedAt: 0 }
    }`,
  )
  const { config, tracing } = server
  const renderer = createRenderer(() => async () => Response.json([]), config, folder)
  await tracing?.run('test of a page', () => renderer.page('/offers'))
  expect(await childrenOf('test of a page', ['render page'])).toEqual(['render page'])
})

/** Half of the timeout of one batch while the server runs. */
const LIMIT_MS = 5000

test(
  'a frozen collector does not prevent the shutdown, whatever is in flight or queued',
  async () => {
    const received = Promise.withResolvers<void>()
    const frozen = createServer(() => received.resolve()).listen(0, '127.0.0.1')
    await new Promise((resolve) => frozen.once('listening', resolve))
    const tracing = createTracing(
      {
        ...server.config,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(frozen.address() as AddressInfo).port}`,
        OTEL_BSP_SCHEDULE_DELAY: 10,
      },
      pino({ level: 'silent' }),
      { shutdownTimeoutMs: 10 },
    )
    await tracing.run('job', async () => {})
    await received.promise
    await tracing.run('job', async () => {})
    expect(await tracing.close()).toBeUndefined()
    frozen.closeAllConnections()
    frozen.close()
  },
  LIMIT_MS,
)

test('an unavailable collector delays no response, and is logged once', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => said.push(line) })
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  }
  const lonely = await startServer(settings, { alone: true, log })
  const isOpen = async () => (await fetch(`${lonely.url}/api/offers`)).status === 200
  expect(await isOpen()).toBe(true)
  await until(() => said.length > 0)
  expect(await isOpen()).toBe(true)
  await lonely.tracing?.close()
  expect(said.filter((line) => line.includes('trace export failed'))).toHaveLength(1)
})
