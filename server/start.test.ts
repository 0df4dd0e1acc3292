import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDataDir } from './lib/data-lock.ts'
import { openSqlite } from './lib/db.ts'
import { migrate } from './migrations/migrate.ts'
import { programFile } from './test/program-file.ts'
import { until } from './test/until.ts'

let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'puente-start-'))
})
afterEach(() => {
  chmodSync(dataDir, 0o700)
  rmSync(dataDir, { recursive: true, force: true })
})

const spawnServer = (settings: Record<string, string>) =>
  spawn(process.execPath, [programFile('server/main.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Starts the real process and waits for its end; returns its lines of output and its exit code. */
async function startInVain(settings: Record<string, string> = {}) {
  const child = spawnServer(settings)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const code = await new Promise((ended) => child.once('close', ended))
  return { code, lines: said.trim().split('\n') }
}

describe('a failing start reports the reason in one line and changes nothing', () => {
  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => other.once('listening', ready))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, lines } = await startInVain({ PORT: port })
    other.close()
    expect(code).toBe(1)
    expect(lines).toEqual([`puente: Port ${port} on 127.0.0.1 is in use. Set PORT to another one.`])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a second server on the same data, which names the first (D-2)', async () => {
    const release = lockDataDir(dataDir)
    const { code, lines } = await startInVain()
    expect(code).toBe(1)
    expect(lines).toEqual([
      `puente: The data directory ${dataDir} is in use by another server (process ${process.pid}).`,
    ])
    expect(readdirSync(dataDir)).toEqual(['lock'])
    release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('the lock of a dead process is replaced (D-2)', () => {
    writeFileSync(join(dataDir, 'lock'), '999999999 1')
    const release = lockDataDir(dataDir)
    expect(readFileSync(join(dataDir, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    release()
  })

  test.runIf(process.platform === 'linux')(
    'the lock of a killed process that was not waited for is replaced',
    async () => {
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const pid = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text) => resolve(Number(text))),
      )
      // The shell would wait for it; its replacement does not.
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n')
      process.kill(pid, 'SIGKILL')
      const started = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
      await until(() => started()[2] === 'Z')
      writeFileSync(join(dataDir, 'lock'), `${pid} ${started()[21]}`)
      lockDataDir(dataDir)()
      parent.kill()
    },
  )

  test('a data directory that others can read (G15)', async () => {
    chmodSync(dataDir, 0o755)
    const { code, lines } = await startInVain()
    expect(code).toBe(1)
    expect(lines).toEqual([
      `puente: The data directory ${dataDir} can be read by others. Run: chmod 700 ${dataDir}`,
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a data directory that cannot be made', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    const { code, lines } = await startInVain({ DATA_DIR: join(file, 'data') })
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^puente: The data directory .* cannot be made: /)
  })

  test('a file that is no database', async () => {
    const file = join(dataDir, 'puente.db')
    writeFileSync(file, 'This is a letter, not a database. '.repeat(200))
    const before = readFileSync(file)
    const { code, lines } = await startInVain()
    expect(code).toBe(1)
    expect(lines).toEqual([`puente: The database ${file} cannot be opened: file is not a database.`])
    expect(readFileSync(file)).toEqual(before)
  })

  test('a database of a newer program that has removed what this one needs', async () => {
    const database = openSqlite(join(dataDir, 'puente.db'))
    await migrate(database)
    await database.db.updateTable('server_state').set({ value: '9999_future' }).execute()
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2099')`.execute(
      database.db,
    )
    await database.close()
    const { code, lines } = await startInVain()
    expect(code).toBe(1)
    expect(lines).toEqual([
      'puente: The database is newer than this program (it knows 9999_future). Update Puente, then start again.',
    ])
  })

  test('wrong settings, one line each (G15)', async () => {
    const { code, lines } = await startInVain({ PORT: 'many', CORS_ORIGINS: '*', LOG_LEVEL: 'debug' })
    expect(code).toBe(1)
    expect(lines).toHaveLength(3)
    expect(lines.join('\n')).toMatch(/PORT: [\s\S]*CORS_ORIGINS: must name exact origins[\s\S]*LOG_LEVEL: /)
  })

  test.each([
    ['JWT_SECRET', 'short', /JWT_SECRET: must be at least 32 random bytes/],
    ['JWT_SECRET', 'a'.repeat(64), /JWT_SECRET: must be at least 32 random bytes/],
    ['JWT_SECRET', 'change-me-please-change-me-please-change-me', /^puente: JWT_SECRET: is an example/],
    ['S3_BUCKET', 'uploads', /^puente: S3_ENDPOINT: is needed with S3_BUCKET/],
    ['MAIL', 'smtp', /SMTP_URL: is needed with MAIL=smtp/],
    ['DATABASE_URL', 'postgres://localhost/puente', /JWT_SECRET: is needed[\s\S]*SMTP_URL: is needed/],
    ['SMTP_URL', 'mail.example.com:587', /^puente: SMTP_URL: must begin with smtp:\/\/ or smtps:\/\/\.$/],
    ['REDIS_URL', 'redis.example.com:6379', /^puente: REDIS_URL: must begin with redis:\/\//],
    ['PUBLIC_URL', 'https://example.com/puente', /^puente: PUBLIC_URL: must be an address without a path\.$/],
    [
      'CORS_ORIGINS',
      'https://a.example,https://b.example/',
      /^puente: CORS_ORIGINS: must be origins such as/,
    ],
    ['MODERATOR_EMAILS', 'ana@example.com,ben', /^puente: MODERATOR_EMAILS: must be mail addresses/],
    ['LANGUAGE', 'xx', /^puente: LANGUAGE: /],
    ['MAIL_FROM', 'Puente', /^puente: MAIL_FROM: is no mail address\.$/],
    ['TRUST_PROXY', '1', /TRUST_PROXY: must be a list of addresses/],
    ['TRUST_PROXY', 'true', /TRUST_PROXY: must be a list of addresses/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key', /^puente: OTEL_EXPORTER_OTLP_HEADERS: must be name=value/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%ff', /^puente: OTEL_EXPORTER_OTLP_HEADERS: must be name=value/],
  ])('%s = %s is refused (G14, G15)', async (name, value, message) => {
    const { code, lines } = await startInVain({ [name]: value })
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(message)
    expect(readdirSync(dataDir)).toEqual([])
  })
})
