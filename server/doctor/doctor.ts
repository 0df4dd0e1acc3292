import { lookup } from 'node:dns/promises'
import { existsSync, readFileSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { openBackupBucket } from '../backup/backup-bucket.ts'
import { lastBackupAt } from '../backup/last-backup.ts'
import { DATABASE, SECRET } from '../backup/manifest.ts'
import { createSeal } from '../backup/seal.ts'
import { type Config, readConfig } from '../config.ts'
import { openBucket } from '../files/open-store.ts'
import { type Database, openSqlite } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'
import { projectFile } from '../lib/project-files.ts'
import { createMailer } from '../mail/mailer.ts'
import { migrations } from '../migrations/migrations.ts'
import { type CheckResult, reasonOf } from './check-result.ts'
import { checkProviders, checkResolver, checkToken } from './external-services.ts'
import { describeJobs, describeModerators } from './people.ts'
import { misspelledSettings, settingWarnings } from './settings.ts'

type Verdict = 'ok' | 'warning' | 'FAILED'
type Finding = { subject: string; verdict: Verdict; text: string }

const TIMEOUT_MS = 15_000
const SUBJECT_WIDTH = 'moderators'.length
const MEBIBYTE = 1024 * 1024
const MAX_CLOCK_SKEW_MS = 2000
const MAX_BACKUP_AGE_MS = 26 * 3600 * 1000

const warning = (text: string) => ({ warning: text })
const log = pino({ level: 'silent' })

/** One line for each dependency and setting of a server; changes nothing. */
export async function doctor(
  environment: Record<string, string | undefined>,
  { sendTo }: { sendTo?: string | undefined } = {},
): Promise<{ lines: string[]; isHealthy: boolean }> {
  const findings: Finding[] = [
    { subject: 'version', verdict: 'ok', text: `Puente ${productVersion()}, Node ${process.versions.node}` },
  ]
  const check = async (subject: string, act: () => Promise<CheckResult> | CheckResult) => {
    findings.push(await examine(subject, act))
  }
  for (const text of misspelledSettings(environment)) {
    findings.push({ subject: 'settings', verdict: 'warning', text })
  }
  try {
    const config = readConfig(environment)
    await checkAll(config, check, sendTo)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    for (const text of error.message.split('\n'))
      findings.push({ subject: 'settings', verdict: 'FAILED', text })
  }
  return {
    lines: findings.map(
      ({ subject, verdict, text }) => `${verdict.padEnd(8)} ${subject.padEnd(SUBJECT_WIDTH)} ${text}`,
    ),
    isHealthy: findings.every(({ verdict }) => verdict !== 'FAILED'),
  }
}

const productVersion = (): string => JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version

type Check = (subject: string, act: () => Promise<CheckResult> | CheckResult) => Promise<void>

async function checkAll(config: Config, check: Check, sendTo: string | undefined): Promise<void> {
  await check('settings', () => 'every value can be used')
  for (const text of settingWarnings(config)) await check('settings', () => warning(text))
  await check('home page', () =>
    config.HOME_STATS_FACTOR === 1
      ? 'shows the true numbers (HOME_STATS_FACTOR=1)'
      : `shows its counts times ${config.HOME_STATS_FACTOR}; HOME_STATS_FACTOR=1 shows the true numbers`,
  )
  await check('name', () => resolveName(config))
  await check('proxy', () => proxyHeaders(config))
  await check('disk', () => freeSpace(config))
  await check('database', () => withDatabase(config, onceStarted(describeDatabase)))
  await check('clock', () => withDatabase(config, compareClocks))
  await check('backup', async () => {
    await tryBackupSettings(config)
    return withDatabase(
      config,
      onceStarted(({ db }) => describeBackup(db, config)),
    )
  })
  await check('bucket', () => tryBucket(config))
  await check('redis', () => tryRedis(config))
  await check('mail', () => tryMail(config, sendTo))
  await check('jobs', () =>
    withDatabase(
      config,
      onceStarted(({ db }) => describeJobs(db)),
    ),
  )
  await check('moderators', () =>
    withDatabase(
      config,
      onceStarted(({ db }) => describeModerators(db, config)),
    ),
  )
  await check('sign-in', () => checkProviders(config))
  await check('domains', () => checkResolver(config))
  await check('github', () => checkToken(config))
}

async function examine(subject: string, act: () => Promise<CheckResult> | CheckResult): Promise<Finding> {
  try {
    const late = wait(TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no response within ${TIMEOUT_MS / 1000} s`)
    })
    const result = await Promise.race([act(), late])
    if (typeof result === 'string') return { subject, verdict: 'ok', text: result }
    return { subject, verdict: 'warning', text: result.warning }
  } catch (error) {
    return { subject, verdict: 'FAILED', text: reasonOf(error) }
  }
}

async function resolveName({ publicUrl }: Config): Promise<CheckResult> {
  const { hostname } = new URL(publicUrl)
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, ''))
  return `${hostname} is ${address}`
}

function proxyHeaders({ publicUrl, TRUST_PROXY }: Config): CheckResult {
  if (TRUST_PROXY.length > 0) return `X-Forwarded-For is believed from ${TRUST_PROXY.join(', ')}`
  if (publicUrl.startsWith('https:')) {
    return warning(
      'PUBLIC_URL is https, so a proxy stands in front: without TRUST_PROXY limits count everybody as one',
    )
  }
  return 'none is believed (TRUST_PROXY is empty)'
}

async function freeSpace({ DATA_DIR, MIN_FREE_MB, S3_ENDPOINT, DATABASE_URL }: Config): Promise<CheckResult> {
  const isThere = existsSync(DATA_DIR)
  const folder = isThere ? DATA_DIR : nearestFolder(DATA_DIR)
  await requireWritable(folder, { isPrivate: isThere })
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / MEBIBYTE)
  const text = `${freeMb} MB free for ${DATA_DIR}${isThere ? '' : ', which the first start makes'}`
  const isSmall = freeMb < MIN_FREE_MB && !(S3_ENDPOINT && DATABASE_URL)
  if (isSmall) throw new Error(`${text}: below MIN_FREE_MB (${MIN_FREE_MB}) large writes are refused`)
  return text
}

/** The refusals of a start. */
async function requireWritable(folder: string, { isPrivate }: { isPrivate: boolean }): Promise<void> {
  const { mode } = await stat(folder)
  if (isPrivate && (mode & 0o077) !== 0)
    throw new Error(`${folder} can be read by others. Run: chmod 700 ${folder}`)
  await access(folder, constants.W_OK | constants.X_OK)
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)))

async function withDatabase(
  config: Config,
  use: (database: Database | undefined) => Promise<CheckResult>,
): Promise<CheckResult> {
  const database = await openUnchanged(config)
  try {
    return await use(database)
  } finally {
    await database?.close()
  }
}

/** No database, or an empty one, is a new installation and no failure. */
const onceStarted =
  (describe: (database: Database) => Promise<CheckResult>) =>
  async (database: Database | undefined): Promise<CheckResult> =>
    database && (await isStarted(database))
      ? describe(database)
      : warning('nothing has been started with these settings yet')

/** Undefined before the first start on SQLite. */
async function openUnchanged({
  DATABASE_URL,
  DATABASE_SCHEMA,
  DATA_DIR,
}: Config): Promise<Database | undefined> {
  if (DATABASE_URL) {
    const { openPostgres } = await import('../lib/postgres.ts')
    return openPostgres({ url: DATABASE_URL, schema: DATABASE_SCHEMA, onError: () => {} })
  }
  const file = join(DATA_DIR, DATABASE)
  if (existsSync(file)) return openSqlite(file)
  const left = [SECRET, 'files'].find((name) => existsSync(join(DATA_DIR, name)))
  if (left) throw new Error(`${file} is missing although ${join(DATA_DIR, left)} exists: was it lost?`)
  return undefined
}

async function isStarted({ db, engine }: Database): Promise<boolean> {
  const { rows } = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_schema where name = 'kysely_migration'`.execute(db)
    : sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db))
  return rows.length > 0
}

async function describeDatabase({ db, engine }: Database): Promise<CheckResult> {
  const version = await (engine === 'sqlite'
    ? sql<{ version: string }>`select 'SQLite ' || sqlite_version() as version`.execute(db)
    : sql<{ version: string }>`select 'PostgreSQL ' || current_setting('server_version') as version`.execute(
        db,
      ))
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const missing = Object.keys(migrations).filter((name) => !done.has(name))
  const text = version.rows[0]?.version ?? engine
  if (missing.length > 0) return warning(`${text}; the next start runs ${missing.length} migrations`)
  return `${text}, at migration ${[...done].sort().at(-1)}`
}

async function compareClocks(database: Database | undefined): Promise<CheckResult> {
  const at = new Date().toISOString()
  if (database?.engine !== 'postgres') return `${at}; no other machine to compare with`
  const before = Date.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(database.db)
  const skewMs = Math.round(Number(rows[0]?.ms) - (before + Date.now()) / 2)
  const text = `${at}; the database's clock differs by ${skewMs} ms`
  return Math.abs(skewMs) > MAX_CLOCK_SKEW_MS ? warning(text) : text
}

async function describeBackup(db: Database['db'], { DATA_DIR }: Config): Promise<CheckResult> {
  const at = await lastBackupAt(db, DATA_DIR)
  if (at === undefined) return warning('none yet: run `puente backup --to DIR` daily')
  const text = `the last one is of ${new Date(at).toISOString()}`
  return Date.now() - at > MAX_BACKUP_AGE_MS ? warning(`${text}, more than a day old`) : text
}

/** The problems of the next backup. */
async function tryBackupSettings(config: Config): Promise<void> {
  await createSeal(config.BACKUP_RECIPIENTS)
  const bucket = openBackupBucket(config)
  const key = `doctor-${process.pid}`
  await bucket?.send('PUT', { key, body: Buffer.from('puente doctor') })
  await bucket?.send('DELETE', { key })
}

async function tryBucket(config: Config): Promise<CheckResult> {
  const bucket = await openBucket(config)
  if (!bucket) return 'not used: uploads are in the data directory'
  // A name that no server writes and the clean-up ignores.
  const folder = `doctor-${process.pid}`
  const bytes = Buffer.from('puente doctor')
  await bucket.put(folder, { 'full.txt': bytes }, 'text/plain')
  const read = await bucket.read(folder, 'full.txt')
  await bucket.deleteFolder(folder)
  if (!Buffer.isBuffer(read) || !read.equals(bytes)) throw new Error('it does not return what was written')
  return `${config.S3_BUCKET} at ${config.S3_ENDPOINT}: written, read and deleted`
}

async function tryRedis({ REDIS_URL, BUS_NAME }: Config): Promise<CheckResult> {
  if (!REDIS_URL) return 'not used: one process'
  const { connectRedis } = await import('../lib/redis.ts')
  const client = connectRedis(REDIS_URL, log)
  try {
    // The reason of a refused authentication comes as an event; a command only fails for lack of a connection.
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve)
      client.once('error', reject)
    })
    await client.publish(`puente:${BUS_NAME}`, '')
    return `connected, as ${BUS_NAME}`
  } finally {
    client.disconnect()
  }
}

async function tryMail(config: Config, sendTo: string | undefined): Promise<CheckResult> {
  const mailer = createMailer(config, log)
  const mail = { subject: `${config.PRODUCT_NAME}: mail works`, text: 'Sent by `puente doctor`.' }
  try {
    if (sendTo) await mailer.send({ to: sendTo, ...mail })
    else if (config.mailTransport !== 'outbox') await mailer.dryRun({ to: config.SUPPORT_EMAIL, ...mail })
    if (config.mailTransport === 'outbox') {
      return warning('goes into `outbox/` of the data directory, not to people: set SMTP_URL')
    }
    return sendTo ? `sent to ${sendTo}` : 'the mail server accepts us; --send-to ADDRESS sends one'
  } finally {
    await mailer.close()
  }
}
