import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTopicVersions } from './cache/topic-versions.ts'
import { type Config, otherSecrets } from './config.ts'
import { createFreeSpace } from './files/free-space.ts'
import { createImageWorkers } from './files/image-workers.ts'
import { openFileStore } from './files/open-store.ts'
import { createSignedUrls } from './files/signed-urls.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { createJobs } from './jobs/worker.ts'
import { type Database, openSqlite } from './lib/db.ts'
import { StartError } from './lib/errors.ts'
import { createFailureLog } from './lib/failure-log.ts'
import { createLimits } from './lib/limits.ts'
import { createKeyedHash, readSecret } from './lib/secret.ts'
import { createSecretBox } from './lib/secret-box.ts'
import { createSignedIds } from './lib/signed-ids.ts'
import { createTokens } from './lib/tokens.ts'
import { createMailer } from './mail/mailer.ts'
import { withOutages } from './mail/with-outages.ts'
import { migrate } from './migrations/migrate.ts'
import { createUnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import { nextClosing } from './offers/offer-life.ts'
import { createMeters, type Meters } from './operations/meters.ts'
import { createOutages } from './operations/outages.ts'
import type { Tracing } from './operations/tracing.ts'
import { createQuota } from './quota/quota.ts'
import { createLocalBus } from './realtime/bus.ts'
import { createRealtime } from './realtime/socket-server.ts'
import type { Services } from './services.ts'
import { createKnownDevices } from './users/known-devices.ts'

/** For commands beside the server: a mistyped DATA_DIR must not create an empty database. */
export function requireDatabase({ DATABASE_URL, DATA_DIR }: Config): void {
  if (DATABASE_URL || existsSync(join(DATA_DIR, 'puente.db'))) return
  throw new StartError(`There is no database in ${DATA_DIR}. DATA_DIR names the folder of the server.`)
}

/** PostgreSQL if DATABASE_URL is set, else the SQLite file of the data directory; migrated to the newest schema. */
async function openDatabase(config: Config, log: FastifyBaseLogger, meters: Meters): Promise<Database> {
  if (!config.DATABASE_URL) return migrated(openSqlite(join(config.DATA_DIR, 'puente.db'), meters), log)
  const { openPostgres } = await import('./lib/postgres.ts')
  const failures = createFailureLog(log, {
    failed: 'a database connection broke',
    worked: 'the database can be connected to again',
  })
  const settings = {
    url: config.DATABASE_URL,
    schema: config.DATABASE_SCHEMA,
    onError: failures.failed,
    onConnect: failures.worked,
  }
  const withoutTimeout = await migrated(await openPostgres({ ...settings, hasNoTimeout: true }), log)
  await withoutTimeout.close()
  return openPostgres({ ...settings, meters })
}

async function openTracing(config: Config, log: FastifyBaseLogger): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = config
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const { createTracing } = await import('./operations/tracing.ts')
  return createTracing({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT }, log)
}

/** Loaded on demand, like PostgreSQL. */
async function openRedis(url: string, name: string, secret: string, log: FastifyBaseLogger) {
  const { connectRedis, redisPrefix } = await import('./lib/redis.ts')
  const { createRedisBus } = await import('./realtime/redis-bus.ts')
  return {
    bus: createRedisBus(url, name, log),
    redis: connectRedis(url, log),
    prefix: redisPrefix(name),
    hashOf: createKeyedHash(secret, 'puente limits'),
  }
}

async function migrated(database: Database, log: FastifyBaseLogger): Promise<Database> {
  try {
    const onWait = (reason: string) => log.warn({ reason }, 'waiting before the start')
    const done = await migrate(database, undefined, onWait)
    if (done.length > 0) log.info({ migrations: done.length, to: done.at(-1) }, 'the database was migrated')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

export type OpenServices = Services & { close: () => Promise<void> }

/** Opens all configured engines, and migrates the database to the newest schema. */
export async function openServices(config: Config, log: FastifyBaseLogger): Promise<OpenServices> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const tracing = await openTracing(config, log)
  const meters = createMeters(tracing)
  const database = await openDatabase(config, log, meters)
  const lines: (() => unknown)[] = []
  try {
    const { db, engine } = database
    const outages = createOutages(log)
    const sender = createMailer(config, log)
    const mailer = config.mailTransport === 'outbox' ? sender : withOutages(sender, outages)
    const secret = config.JWT_SECRET ?? readSecret(config.DATA_DIR)
    const images = createImageWorkers()
    const shared = config.REDIS_URL
      ? await openRedis(config.REDIS_URL, config.BUS_NAME, secret, log)
      : undefined
    const bus = shared?.bus ?? createLocalBus()
    lines.push(() => bus.close())
    lines.push(() => shared?.redis.disconnect())
    const files = await openFileStore(config, outages)
    const base = {
      changes: createTopicVersions(bus, { offers: (afterMs) => nextClosing(db, afterMs) }),
      config,
      db,
      engine,
      log,
      meters,
      tracing,
      mailer,
      outages,
      bus,
      devices: createKnownDevices(secret, ...otherSecrets(config)),
      tokens: createTokens(secret, ...otherSecrets(config)),
      limits: createLimits({
        enabled: config.RATE_LIMITS === 'on',
        shared,
      }),
      quota: createQuota(config, secret),
      files,
      freeSpace: createFreeSpace({ config, engine, files, log }),
      images,
      secretBox: createSecretBox(secret, ...otherSecrets(config)),
      signedUrls: createSignedUrls(secret, ...otherSecrets(config)),
      unsubscribeTokens: createUnsubscribeTokens(secret, ...otherSecrets(config)),
      appealTokens: createSignedIds('puente appeals', secret, ...otherSecrets(config)),
    }
    const jobs = createJobs({ ...base, isOnline: (userId) => realtime.isOnline(userId) }, jobHandlers)
    const realtime = createRealtime({ ...base, jobs })
    return {
      ...base,
      jobs,
      realtime,
      close: async () => {
        await realtime.close()
        await bus.close()
        shared?.redis.disconnect()
        await jobs.close()
        images.close()
        await mailer.close()
        await database.close()
        await tracing?.close()
      },
    }
  } catch (error) {
    // An open connection to Redis would keep the process alive.
    for (const close of lines) await close()
    await database.close()
    throw error
  }
}
