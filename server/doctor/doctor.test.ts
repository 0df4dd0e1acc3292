import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand, runOperator } from '../test/operator.ts'
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

  test('has a line for everything that a server needs, and ends well beside a running one', async () => {
    const { code, out, err } = await runOperator(server, 'doctor')
    expect([code, err]).toEqual([0, ''])
    for (const subject of SUBJECTS) expect(verdictOf(out, subject), subject).not.toMatch(/^FAILED/)
    expect(verdictOf(out, 'database')).toMatch(/^ok .*(SQLite|PostgreSQL) \d+.*, at migration \d{4}_/)
    expect(verdictOf(out, 'home page')).toMatch(/times 100; HOME_STATS_FACTOR=1 shows the true numbers/)
  })

  test('says when there is no backup yet, and when the last one is old', async () => {
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
    expect(out).toMatch(/^warning {2}settings {2}SMPT_URL is no setting: do you mean SMTP_URL\?$/m)
    expect(verdictOf(out, 'database')).toMatch(/^warning .*nothing has been started/)
    for (const subject of ['redis', 'bucket', 'mail']) {
      expect(verdictOf(out, subject), subject).toMatch(/^FAILED .*ECONNREFUSED/)
    }
    expect(verdictOf(out, 'name')).toMatch(/^FAILED .*nowhere\.invalid/)
    expect(verdictOf(out, 'proxy')).toMatch(/^warning .*without TRUST_PROXY limits count everybody as one/)
    expect(verdictOf(out, 'disk')).toMatch(/^FAILED .*below MIN_FREE_MB/)
    expect(readdirSync(empty)).toEqual([])
  })

  test('before the first start nothing has failed, and nothing is made', async () => {
    const DATA_DIR = join(empty, 'data')
    const { code, out, err } = await runCommand({ DATA_DIR }, 'doctor')
    expect([code, err]).toEqual([0, ''])
    for (const subject of ['database', 'backup']) {
      expect(verdictOf(out, subject), subject).toMatch(/^warning .*nothing has been started/)
    }
    expect(verdictOf(out, 'disk')).toMatch(/^ok .*which the first start makes/)
    expect(readdirSync(empty)).toEqual([])
  })

  test('a database that is lost is a failure', async () => {
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

  test('what the next backup would end with is a failure: a key that is none, a bucket that is away', async () => {
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
    expect(await backup({ BACKUP_RECIPIENTS: 'age1nobody' })).toMatch(/^FAILED .*age1nobody is no public key/)
    expect(await backup(bucket(`http://127.0.0.1:${await closedPort()}`, 'key'))).toMatch(
      /^FAILED .*ECONNREFUSED/,
    )
    expect(await backup(bucket(s3.settings.S3_ENDPOINT, 'another'))).toMatch(/^FAILED .*(403|refused)/i)
  })

  test('a setting that cannot be used is a finding, not a crash', async () => {
    const { code, out, err } = await runCommand({ DATA_DIR: empty, PORT: 'many', MAIL: 'smtp' }, 'doctor')
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(/^FAILED {3}settings {2}PORT: /m)
  })

  test('a command whose bucket is away says so in one line', async () => {
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

test('only names that look like a setting are taken for a typing error', () => {
  expect(misspelledSettings({ PATH: '', HOME: '', LANG: '', PORTS: '', data_dir: '' })).toEqual([
    'PORTS is no setting: do you mean PORT?',
    'data_dir is no setting: do you mean DATA_DIR?',
  ])
})
