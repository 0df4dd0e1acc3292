import { statfs } from 'node:fs/promises'
import { Gauge } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { lastBackupAt } from '../backup/last-backup.ts'
import { ageOfJobs, countJobs } from '../jobs/jobs.queries.ts'
import { notFound } from '../lib/errors.ts'
import { isLoopback } from '../lib/limits.ts'
import { waitingHashes } from '../lib/passwords.ts'
import { isSecret } from '../lib/secret.ts'
import type { Services } from '../services.ts'
import { isReadable } from './health.ts'
import { createPageLabels } from './page-labels.ts'
import { VERSION } from './version.ts'

const SLOW_MS = 1000

/** `/metrics` in Prometheus' text format; for this machine, or with METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { config, meters } = services
  const { registry } = meters
  addGauges(services)
  const labelOf = createPageLabels()
  app.addHook('onResponse', (request, reply, done) => {
    const known = request.routeOptions.url ?? 'none'
    const route = known === '/*' ? labelOf(request.url, reply.statusCode) : known
    meters.responded([request.method, route, String(reply.statusCode)], reply.elapsedTime / 1000)
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
  new Gauge({
    name: 'build_info',
    help: 'Always 1; the version of this program and of Node.',
    labelNames: ['version', 'node'],
    registers: [services.meters.registry],
  })
    .labels(VERSION, process.versions.node)
    .set(1)
  const { bus, config, db, images, meters, outages, realtime } = services
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
  gauge(
    'jobs_stored',
    'Jobs in the database that wait or run, are scheduled for later, or have failed permanently.',
    'state',
    () => countJobs(db),
  )
  gauge('jobs_oldest_seconds', 'How long the oldest job of a kind has been due.', 'kind', () => ageOfJobs(db))
  gauge('engine_up', 'Whether a backing service is reachable (1) or not (0).', 'engine', async () => {
    const reach = bus.reach()
    const database = Number(await isReadable(db))
    const redis = reach === 'alone' ? {} : { redis: Number(reach === 'connected') }
    return { database, ...redis, ...outages.states() }
  })
  gauge(
    'storage_free_bytes',
    'Free space of DATA_DIR, and of the file store where it is known.',
    'store',
    async () => {
      const free = await services.freeSpace.bytes()
      const { bavail, bsize } = await statfs(config.DATA_DIR)
      return { data: bavail * bsize, ...(free !== undefined && { files: free }) }
    },
  )
  gauge('backup_time_seconds', 'Unix time of the last complete backup.', 'of', async () => {
    const made = await lastBackupAt(db, config.DATA_DIR)
    return made === undefined ? {} : { data: made / 1000 }
  })
}

type Counts = Record<string, number>
