import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createSpanExporter, type Span } from './span-exporter.ts'

const SPAN: Span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: undefined,
  name: 'job',
  kind: 'internal',
  startMs: 0,
  endMs: 1,
  isFailed: false,
  attributes: {},
}

/** Half of what one group may take while the server runs. */
const LIMIT_MS = 5000

test(
  'a collector that is frozen keeps no server from stopping, whatever is on its way or waits',
  async () => {
    const asked = Promise.withResolvers<void>()
    const frozen = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
    await new Promise((resolve) => frozen.once('listening', resolve))
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(frozen.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_BSP_SCHEDULE_DELAY: 10,
      OTEL_SERVICE_NAME: 'puente-test',
    }
    const exporter = createSpanExporter(settings, pino({ level: 'silent' }), { shutdownTimeoutMs: 10 })
    exporter.add(SPAN)
    await asked.promise
    exporter.add(SPAN)
    expect(await exporter.close()).toBeUndefined()
    frozen.closeAllConnections()
    frozen.close()
  },
  LIMIT_MS,
)
