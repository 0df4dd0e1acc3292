import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../lib/errors.ts'
import { isLoopback } from '../lib/limits.ts'
import type { Services } from '../lib/services.ts'

const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** `/metrics` in Prometheus' text form; for this machine, or for whoever holds METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, { config, realtime }: Services): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  new Gauge({
    name: 'realtime_connections',
    help: 'Sockets of this process, and the people behind them.',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      const { sockets, users } = realtime.counts()
      this.labels('sockets').set(sockets)
      this.labels('users').set(users)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const isAllowed = config.METRICS_TOKEN
      ? request.headers.authorization === `Bearer ${config.METRICS_TOKEN}`
      : isLoopback(request.ip) && request.headers['x-forwarded-for'] === undefined
    if (!isAllowed) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
