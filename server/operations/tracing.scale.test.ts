import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { login } from '#contract/users.ts'
import { startRedis } from '../test/redis.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

test('calls to Redis are child spans of their request', async () => {
  const spans: { name: string; spanId: string; parentSpanId?: string }[] = []
  const collector = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    spans.push(...JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  afterAll(() => collector.close())
  await new Promise((resolve) => collector.once('listening', resolve))
  const redis = await startRedis()
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    REDIS_URL: redis.url,
    RATE_LIMITS: 'on',
  }
  const server = await startServer(settings, { alone: true })
  await until(() => server.bus.reach() === 'connected')
  await server.refusal(login, { body: { email: 'ana@example.com', password: 'Wrong-1' } })
  const count = await until(() => spans.find(({ name }) => name === 'redis count'))
  const request = await until(() => spans.find(({ spanId }) => spanId === count.parentSpanId))
  expect(request.name).toBe('POST /api/users/login')
})
