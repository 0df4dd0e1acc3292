import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { sendTicket } from '#contract/contact.ts'
import { createOffer, getOffer } from '#contract/offers.ts'
import { buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

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
const server = await startServer(
  {
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
  expect(statement && valuesOf(statement)['db.query.text']).toMatch(/^select .* from "offers"/)
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
  expect(keys.at(-1)).toBe('a key')
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
  const { headers } = await server.call(sendTicket, {
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

test('an unavailable collector delays no response, and is logged once', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => said.push(line) })
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '20' }
  const lonely = await startServer(settings, { alone: true, log })
  const isOpen = async () => (await fetch(`${lonely.url}/api/offers`)).status === 200
  expect(await isOpen()).toBe(true)
  await until(() => said.length > 0)
  expect(await isOpen()).toBe(true)
  await lonely.tracing?.close()
  expect(said.filter((line) => line.includes('trace export failed'))).toHaveLength(1)
})
