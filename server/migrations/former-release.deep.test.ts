import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPostgres, findPostgres } from '../../scripts/engines.mjs'
import { openSqlite } from '../lib/db.ts'
import { openPostgres } from '../lib/postgres.ts'
import { migrate } from './migrate.ts'
import { release } from './migrations.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'puente-former-release-'))
const former = join(folder, 'program')
const SETTINGS = { PATH: process.env.PATH, PORT: '0', RATE_LIMITS: 'off', MAIL: 'outbox' }
let server: ChildProcess | undefined

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** The newest release; before the first one, the commit before the last two migrations. */
function findFormer(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-creatordate').split('\n')
  if (tag) return tag
  const file = `server/migrations/${Object.keys(release.migrations).at(-2)}.ts`
  const added = git('log', '--diff-filter=A', '--format=%h', '--', file)
  return git('rev-parse', '--verify', '--quiet', `${added}~1`)
}

/** An archive, and a checkout without history, hold no former release. */
const commit = findFormer()

beforeAll(() => {
  if (!commit) return
  mkdirSync(former)
  const unpacked = spawnSync('tar', ['-x', '-C', former], {
    input: spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 }).stdout,
  })
  if (unpacked.status !== 0) throw new Error(`The former release ${commit} is not in this repository.`)
  symlinkSync(join(root, 'node_modules'), join(former, 'node_modules'))
  const compiled = spawnSync(process.execPath, ['scripts/languages.mjs'], { cwd: former, encoding: 'utf8' })
  if (compiled.status !== 0) throw new Error(compiled.stderr)
})

afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function openEngine(engine: string) {
  const env = { ...SETTINGS, DATA_DIR: join(folder, engine) }
  if (engine === 'SQLite') return { env, open: () => openSqlite(join(env.DATA_DIR, 'puente.db')) }
  const postgres = await createPostgres()
  onTestFinished(postgres.remove)
  await postgres.start()
  return {
    env: { ...env, DATABASE_URL: postgres.url, JWT_SECRET: 'not an example '.repeat(3) },
    open: () => openPostgres({ url: postgres.url, hasNoTimeout: true, onError: () => {} }),
  }
}

const TITLE = 'the former release starts, serves, backs up and erases on the schema of this one and the next'

test.skipIf(!commit)(`${TITLE}, on SQLite`, () => goBack('SQLite'))
test.skipIf(!commit || !findPostgres())(`${TITLE}, on PostgreSQL`, () => goBack('PostgreSQL'))

async function goBack(engine: string): Promise<void> {
  const { env, open } = await openEngine(engine)
  const openFormer = async () => {
    const child = fork('server/test/server-process.ts', {
      cwd: former,
      env,
      execArgv: [],
      stdio: 'inherit',
    })
    server = child
    const [port] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`The former release ended with ${code}`)),
      ),
    ])
    return `http://127.0.0.1:${port}`
  }
  const runFormer = (...args: string[]) => {
    const done = spawnSync(process.execPath, ['server/operator.ts', ...args], {
      cwd: former,
      env,
      encoding: 'utf8',
    })
    return { code: done.status, said: done.stdout + done.stderr }
  }
  const stop = async () => {
    const ended = server && once(server, 'exit')
    server?.kill('SIGTERM')
    await ended
  }
  expect(await register(await openFormer(), 'before@example.com')).toMatchObject({ status: 201 })
  await stop()

  const database = await open()
  const next = {
    ...release,
    migrations: {
      ...release.migrations,
      '9998_next': () => [
        'alter table users add column nickname text',
        `create table nicknames (name text) ${engine === 'SQLite' ? 'strict' : ''}`,
      ],
    },
  }
  expect(await migrate(database, next)).toContain('9998_next')
  await sql`update users set nickname = 'A'`.execute(database.db)

  expect(await register(await openFormer(), 'after@example.com')).toMatchObject({ status: 201 })
  expect(runFormer('backup', '--to', join(folder, `backups of ${engine}`))).toMatchObject({
    code: 0,
    said: expect.stringContaining('Backup complete'),
  })
  expect(runFormer('erase-user', 'before@example.com')).toMatchObject({
    code: 0,
    said: expect.stringContaining('is erased'),
  })
  await stop()
  const { rows } = await sql`select nickname from users where erased_at is null`.execute(database.db)
  expect(rows).toEqual([{ nickname: null }])
  expect(await migrate(database, next)).toEqual([])
  await database.close()
}

async function register(url: string, email: string) {
  const body = JSON.stringify({
    name: 'Ana',
    surname: 'García',
    email,
    password: 'Secret-1-abc',
    'confirm-password': 'Secret-1-abc',
    role: 'developer',
  })
  const response = await fetch(`${url}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, text: await response.text() }
}
