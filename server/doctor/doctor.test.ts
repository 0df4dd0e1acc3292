import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { Settings } from '../config.ts'
import { insertJob } from '../jobs/jobs.queries.ts'
import { newId } from '../lib/ids.ts'
import { addModerator } from '../moderation/moderators.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startDnsServer } from '../test/company-host.ts'
import { CLIENT, startOpenIdProvider } from '../test/openid-provider.ts'
import { runCommand, runOperator } from '../test/operator.ts'
import { message, startRepositoryHost } from '../test/repository-host.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { doctor } from './doctor.ts'
import { misspelledSettings } from './settings.ts'

const SUBJECTS = [
  'version',
  'settings',
  'home page',
  'name',
  'proxy',
  'disk',
  'database',
  'clock',
  'backup',
  'bucket',
  'redis',
  'mail',
  'jobs',
  'moderators',
  'sign-in',
  'domains',
  'github',
]

/** `fetch` refuses low ports before it tries them. */
async function closedPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

describe('puente doctor', async () => {
  const server = await startServer({}, { alone: true })
  const empty = mkdtempSync(join(tmpdir(), 'puente-doctor-'))
  afterAll(() => rmSync(empty, { recursive: true, force: true }))
  const verdictOf = (out: string, subject: string) =>
    out.split('\n').find((line) => line.slice(9).startsWith(`${subject} `))

  test('prints a line for everything that a server needs, and succeeds beside a running one', async () => {
    const { code, out, err } = await runOperator(server, 'doctor')
    expect([code, err]).toEqual([0, ''])
    for (const subject of SUBJECTS) expect(verdictOf(out, subject), subject).not.toMatch(/^FAILED/)
    expect(verdictOf(out, 'database')).toMatch(/^ok .*(SQLite|PostgreSQL) \d+.*, at migration \d{4}_/)
    expect(verdictOf(out, 'home page')).toMatch(/times 100; HOME_STATS_FACTOR=1 shows the true numbers/)
  })

  test('reports when there is no backup yet, and when the last one is old', async () => {
    const { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL } = server.config
    const finding = async () =>
      verdictOf(
        (await doctor({ DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL })).lines.join('\n'),
        'backup',
      )
    const madeAt = async (hoursAgo: number) => {
      const changed_at = new Date(Date.now() - hoursAgo * 3600_000).toISOString()
      const row = { value: 'puente-20260101T000000Z', changed_at }
      await server.db
        .insertInto('server_state')
        .values({ name: 'last backup', ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    }
    expect(await finding()).toMatch(/^warning .*none yet/)
    await madeAt(25)
    expect(await finding()).toMatch(/^ok .*the last one is of/)
    await madeAt(27)
    expect(await finding()).toMatch(/^warning .*more than a day old/)
  })

  test('names what does not work, each with its reason, and ends with code 1', async () => {
    const nowhere = `127.0.0.1:${await closedPort()}`
    const { code, out } = await runCommand(
      {
        DATA_DIR: empty,
        REDIS_URL: `redis://${nowhere}`,
        S3_ENDPOINT: `http://${nowhere}`,
        S3_BUCKET: 'uploads',
        S3_ACCESS_KEY: 'key',
        S3_SECRET_KEY: 'secret',
        SMTP_URL: `smtp://${nowhere}`,
        SMPT_URL: 'smtp://mail',
        PUBLIC_URL: 'https://nowhere.invalid',
        MIN_FREE_MB: String(2 ** 40),
      },
      'doctor',
    )
    expect(code).toBe(1)
    expect(out).toMatch(/^warning {2}settings {3}SMPT_URL is no setting: do you mean SMTP_URL\?$/m)
    expect(verdictOf(out, 'database')).toMatch(/^warning .*nothing has been started/)
    for (const subject of ['redis', 'bucket', 'mail']) {
      expect(verdictOf(out, subject), subject).toMatch(/^FAILED .*ECONNREFUSED/)
    }
    expect(verdictOf(out, 'name')).toMatch(/^FAILED .*nowhere\.invalid/)
    expect(verdictOf(out, 'proxy')).toMatch(/^warning .*without TRUST_PROXY limits count everybody as one/)
    expect(verdictOf(out, 'disk')).toMatch(/^FAILED .*below MIN_FREE_MB/)
    expect(readdirSync(empty)).toEqual([])
  })

  test('reports no failure before the first start, and creates nothing', async () => {
    const DATA_DIR = join(empty, 'data')
    const { code, out, err } = await runCommand({ DATA_DIR }, 'doctor')
    expect([code, err]).toEqual([0, ''])
    for (const subject of ['database', 'backup']) {
      expect(verdictOf(out, subject), subject).toMatch(/^warning .*nothing has been started/)
    }
    expect(verdictOf(out, 'disk')).toMatch(/^ok .*which the first start makes/)
    expect(readdirSync(empty)).toEqual([])
  })

  test('a lost database is a failure', async () => {
    const DATA_DIR = mkdtempSync(join(empty, 'lost-'))
    writeFileSync(join(DATA_DIR, 'secret'), 'x')
    const { code, out } = await runCommand({ DATA_DIR }, 'doctor')
    rmSync(DATA_DIR, { recursive: true })
    expect(code).toBe(1)
    expect(verdictOf(out, 'database')).toMatch(/^FAILED .*puente\.db.*was it lost/)
  })

  test('a data directory that a start refuses is a failure', async () => {
    const isOpen = mkdtempSync(join(empty, 'open-'))
    chmodSync(isOpen, 0o755)
    const file = join(empty, 'file')
    writeFileSync(file, '')
    const disk = async (DATA_DIR: string) => verdictOf((await runCommand({ DATA_DIR }, 'doctor')).out, 'disk')
    expect(await disk(isOpen)).toMatch(/^FAILED .* can be read by others\. Run: chmod 700 /)
    expect(await disk(join(file, 'data'))).toMatch(/^FAILED .*EACCES/)
    for (const made of [isOpen, file]) rmSync(made, { recursive: true })
  })

  test('reasons for the next backup to fail are failures: an invalid key, an unavailable bucket', async () => {
    const { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL } = server.config
    const settings = { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL }
    const backup = async (more: Record<string, string>) =>
      verdictOf((await doctor({ ...settings, ...more })).lines.join('\n'), 'backup')
    const bucket = (endpoint: string, key: string) => ({
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_BUCKET: 'backups',
      BACKUP_S3_ACCESS_KEY: key,
      BACKUP_S3_SECRET_KEY: 'secret',
    })
    const s3 = await startS3()
    expect(await backup({ BACKUP_RECIPIENTS: 'age1nobody' })).toMatch(
      /^FAILED .*age1nobody is not a public key/,
    )
    expect(await backup(bucket(`http://127.0.0.1:${await closedPort()}`, 'key'))).toMatch(
      /^FAILED .*ECONNREFUSED/,
    )
    expect(await backup(bucket(s3.settings.S3_ENDPOINT, 'another'))).toMatch(/^FAILED .*(403|refused)/i)
  })

  const lineFor = async (subject: string, more: Record<string, string> = {}) => {
    const { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL } = server.config
    const settings = { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL, ...more }
    return verdictOf((await doctor(settings)).lines.join('\n'), subject)
  }

  test('reports failed work and late work', async () => {
    expect(await lineFor('jobs')).toMatch(/^ok .* 0 failed$/)
    const id = await insertJob(server.db, 'ticket mail', { ticketId: newId() })
    const job = server.db.updateTable('jobs').where('id', '=', id)
    await job.set({ failed_at: new Date().toISOString() }).execute()
    expect(await lineFor('jobs')).toMatch(/^warning .* 1 failed: `puente jobs` shows why$/)
    await job.set({ failed_at: null, run_at: '2020-01-01T00:00:00.000Z' }).execute()
    expect(await lineFor('jobs')).toMatch(/^warning .*the oldest ticket mail has been due for \d{7} minutes$/)
    await server.db.deleteFrom('jobs').execute()
  })

  test('reports moderators: none, an address without an account, and their number', async () => {
    expect(await lineFor('moderators')).toMatch(/^warning .*none: .*`puente moderator EMAIL`$/)
    const { id, email } = await buildDeveloper(server)
    const named = { MODERATOR_EMAILS: `${email},nobody@example.com` }
    await server.db.updateTable('users').set({ unconfirmed_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await lineFor('moderators', named)).toMatch(
      `${email}, nobody@example.com in MODERATOR_EMAILS: no active`,
    )
    await server.db.updateTable('users').set({ unconfirmed_at: null }).execute()
    expect(await lineFor('moderators', named)).toMatch(
      /^warning +moderators nobody@example\.com in MODERATOR_EMAILS/,
    )
    await addModerator(server.db, id)
    expect(await lineFor('moderators')).toMatch(/^ok +moderators 1$/)
  })

  test('checks each sign-in provider with the requests of a sign-in', async () => {
    const provider = await startOpenIdProvider({}, 'https://puente.example/login/oidc/oidc')
    onTestFinished(provider.stop)
    const client = {
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      PUBLIC_URL: 'https://puente.example',
    }
    expect(await lineFor('sign-in', { ...client, OIDC_ISSUER: provider.issuer })).toMatch(
      /^ok .*OpenID \(return address https:\/\/puente\.example\/login\/oidc\/oidc\)$/,
    )
    const nowhere = `http://127.0.0.1:${await closedPort()}`
    expect(await lineFor('sign-in', { ...client, OIDC_ISSUER: nowhere })).toMatch(
      /^FAILED .*OpenID \(http:\/\/127\.0\.0\.1:\d+\): .*ECONNREFUSED/,
    )
  })

  test('checks the resolver for the domains of companies', async () => {
    const dns = await startDnsServer()
    expect(await lineFor('domains', { DNS_SERVER: dns.address })).toMatch(
      /^ok .*are looked up at 127\.0\.0\.1:\d+$/,
    )
    const DNS_SERVER = `127.0.0.1:${await closedPort()}`
    expect(await lineFor('domains', { DNS_SERVER })).toMatch(/^FAILED .*does not respond \(E[A-Z]+\)$/)
  })

  test('checks the token for the repository host: accepted, refused, or the host unavailable', async () => {
    const host = await startRepositoryHost()
    const github = (GITHUB_API_URL: string) => lineFor('github', { GITHUB_API_URL, GITHUB_TOKEN: 'ghp_x' })
    host.responds('/rate_limit', message(401, 'Bad credentials'))
    expect(await github(host.url)).toMatch(/^FAILED .*GITHUB_TOKEN is refused \(401\)/)
    host.has('/rate_limit', {})
    expect(await github(`${host.url}/`)).toMatch(/^ok .*GITHUB_TOKEN is accepted/)
    expect(host.requests.at(-1)?.headers.authorization).toBe('Bearer ghp_x')
    expect(await github(`http://127.0.0.1:${await closedPort()}`)).toMatch(/^warning .*ECONNREFUSED/)
  })

  test('an invalid setting is a finding, not a crash', async () => {
    const { code, out, err } = await runCommand({ DATA_DIR: empty, PORT: 'many', MAIL: 'smtp' }, 'doctor')
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(/^FAILED {3}settings {3}PORT: /m)
  })

  test('a command with an unavailable bucket reports it in one line', async () => {
    const { code, err } = await runCommand(
      {
        DATA_DIR: server.config.DATA_DIR,
        BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await closedPort()}`,
        BACKUP_S3_BUCKET: 'backups',
        BACKUP_S3_ACCESS_KEY: 'key',
        BACKUP_S3_SECRET_KEY: 'secret',
      },
      'restore',
      '--from',
      's3:puente-20261123T000000Z',
    )
    expect(code).toBe(1)
    expect(err.split('\n').at(-1)).toMatch(/^puente: The bucket: .*ECONNREFUSED/)
  })

  test('--send-to sends a mail', async () => {
    const { out } = await runOperator(server, 'doctor', '--send-to', 'operator@example.org')
    expect(verdictOf(out, 'mail')).toMatch(/^warning .*outbox/)
    const outbox = join(server.dataDir, 'outbox')
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
    expect(mails.filter((mail) => mail.includes('To: operator@example.org'))).toHaveLength(1)
  })
})

test.each([
  ['PORTS', 'PORT'],
  ['data_dir', 'DATA_DIR'],
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY'],
  ['MODERATOR_EMAIL', 'MODERATOR_EMAILS'],
  ['REQUIRE_CONFIRM', 'REQUIRE_CONFIRMED'],
  ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ['RETENTION_SESSION_DAYS', 'RETENTION_SESSIONS_DAYS'],
])('%s is recognised as a typo of %s', (name, meant) => {
  expect(misspelledSettings({ [name]: 'x' })).toEqual([`${name} is no setting: do you mean ${meant}?`])
})

test('each setting is recognised with one letter too many, one missing, or two swapped', () => {
  for (const name of Object.keys(Settings.shape)) {
    // Typos in short names are ignored.
    const wrong = [`${name}S`, name.slice(0, -1), name.slice(0, -2) + name.at(-1) + name.at(-2)]
    for (const one of wrong.filter((typo) => typo.length > 7 && !(typo in Settings.shape))) {
      expect(misspelledSettings({ [one]: 'x' }), one).toHaveLength(1)
    }
  }
})

test('unrelated names are ignored', () => {
  const others = [
    ...[
      'PATH',
      'HOME',
      'LANG',
      'HOSTNAME',
      'LOGNAME',
      'SHELL',
      'TERM',
      'MAILTO',
      'MAILCHECK',
      'INVOCATION_ID',
    ],
    ...[
      'PGHOST',
      'PGPORT',
      'PGUSER',
      'REDIS_PORT',
      'S3_PORT',
      'AWS_REGION',
      'GITHUB_SHA',
      'GITHUB_SERVER_URL',
    ],
    ...[
      'NODE_OPTIONS',
      'NODE_COMPILE_CACHE',
      'JOURNAL_STREAM',
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
      'SITE_ADDRESS',
    ],
  ]
  expect(misspelledSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
})
