import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { LogEvent } from 'kysely'
import type { Tracing } from './tracing.ts'

const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]
const SHORT_SECONDS = [0.0001, 0.0003, ...SECONDS]

type Pool = { totalCount: number; idleCount: number; waitingCount: number }
export type Meters = ReturnType<typeof createMeters>

/** Metrics recorded while the server runs. Gauges read on demand are in metrics.ts. */
export function createMeters(tracing?: Pick<Tracing, 'queried'>) {
  const registry = new Registry()
  const registers = [registry]
  // Each sample of the utilisation costs up to a millisecond; by default there are ten a second.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: 1000 })
  let pool: Pool | undefined

  const queries = seriesOf(
    new Histogram({
      name: 'database_query_duration_seconds',
      help: 'Duration of a statement, without the wait for a connection.',
      labelNames: ['statement'],
      buckets: SHORT_SECONDS,
      registers,
    }),
  )
  const responses = seriesOf(
    new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its response, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
  )
  new Gauge({
    name: 'database_pool_connections',
    help: 'PostgreSQL connections of this process by state, and requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      if (!pool) return
      this.labels('busy').set(pool.totalCount - pool.idleCount)
      this.labels('idle').set(pool.idleCount)
      this.labels('waiting').set(pool.waitingCount)
    },
  })

  return {
    registry,
    poolWaits: new Histogram({
      name: 'database_pool_wait_seconds',
      help: 'Wait for a free PostgreSQL connection.',
      buckets: SHORT_SECONDS,
      registers,
    }),
    deliveries: new Histogram({
      name: 'realtime_delivery_seconds',
      help: 'Time from storing a message to sending it to a connected user.',
      buckets: SECONDS,
      registers,
    }),
    caches: new Counter({
      name: 'cache_requests_total',
      help: 'Cache lookups: hit, miss, shared with a request in progress, or stale while the database is unavailable.',
      labelNames: ['cache', 'result'],
      registers,
    }),
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Jobs by result: done, retried, or failed permanently.',
      labelNames: ['kind', 'result'],
      registers,
    }),

    responded(labels: readonly [method: string, route: string, status: string], seconds: number): void {
      responses(labels).observe(seconds)
    },

    /** For Kysely's log. */
    queried(event: LogEvent): void {
      const { query, queryDurationMillis } = event
      const statement = STATEMENTS[query.query.kind] ?? 'other'
      queries([statement]).observe(queryDurationMillis / 1000)
      tracing?.queried(event, statement)
    },

    watchPool(watched: Pool): void {
      pool = watched
    },
  }
}

/** The series of a histogram by its labels. Each is looked up in the library once: that takes as long as an observation. */
function seriesOf<Label extends string>(histogram: Histogram<Label>) {
  const known = new Map<string, Histogram.Internal<Label>>()
  return (labels: readonly string[]) => {
    const key = labels.join(' ')
    const found = known.get(key)
    if (found) return found
    const series = histogram.labels(...labels)
    known.set(key, series)
    return series
  }
}

const STATEMENTS: Record<string, string> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
  RawNode: 'raw',
}
