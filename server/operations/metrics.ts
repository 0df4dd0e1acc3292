import { Gauge } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { lastBackupAt } from '../backup/last-backup.ts'
import { freeBytes } from '../files/free-space.ts'
import { countJobs } from '../jobs/jobs.queries.ts'
import { notFound } from '../lib/errors.ts'
import { isLoopback } from '../lib/limits.ts'
import { waitingHashes } from '../lib/passwords.ts'
import { isSecret } from '../lib/secret.ts'
import type { Services } from '../services.ts'
import { isReadable } from './health.ts'

const SLOW_MS = 1000

/** `/metrics` in Prometheus' text format; for this machine, or with METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { config, meters } = services
  const { registry } = meters
  addGauges(services)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    meters.requests.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    if (reply.elapsedTime > SLOW_MS) {
      request.log.warn({ route, method: request.method, ms: Math.round(reply.elapsedTime) }, 'slow response')
    }
    done()
  })
  app.get('/metrics', { config: { isUncounted: true } }, async (request, reply) => {
    const isAllowed = config.METRICS_TOKEN
      ? isSecret(request.headers.authorization ?? '', `Bearer ${config.METRICS_TOKEN}`)
      : isLoopback(request.address) && request.headers['x-forwarded-for'] === undefined
    if (!isAllowed) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Gauges read at each scrape. */
function addGauges(services: Services): void {
  const { bus, config, db, images, meters, realtime } = services
  const gauge = (name: string, help: string, label: string, count: () => Counts | Promise<Counts>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [meters.registry],
      async collect() {
        // A failing gauge must not hide the others.
        const counts = await Promise.try(count).catch((): Counts => ({}))
        this.reset()
        for (const [counted, value] of Object.entries(counts)) this.labels(counted).set(value)
      },
    })
  gauge('realtime_connections', 'Sockets of this process, and the users connected by them.', 'of', () => {
    const { sockets, users } = realtime.counts()
    return { sockets, users }
  })
  gauge('queue_length', 'Tasks queued in this process.', 'queue', () => ({
    images: images.counts().waiting,
    passwords: waitingHashes(),
    deliveries: realtime.counts().waiting,
  }))
  gauge('jobs_stored', 'Jobs in the database that are waiting or have failed permanently.', 'state', () =>
    countJobs(db),
  )
  gauge('engine_up', 'Whether a backing service is reachable (1) or not (0).', 'engine', async () => {
    const reach = bus.reach()
    const database = Number(await isReadable(db))
    return reach === 'alone' ? { database } : { database, redis: Number(reach === 'connected') }
  })
  gauge('storage_free_bytes', 'Free space of the file store, where it is known.', 'store', async () => {
    const free = await freeBytes(services)
    return free === undefined ? {} : { files: free }
  })
  gauge('backup_time_seconds', 'Unix time of the last complete backup of this data directory.', 'of', () => {
    const made = lastBackupAt(config.DATA_DIR)
    return made === undefined ? {} : { data: made / 1000 }
  })
}

type Counts = Record<string, number>
