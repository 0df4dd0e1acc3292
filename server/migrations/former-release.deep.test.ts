import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPostgres, findPostgres } from '../../scripts/engines.mjs'
import { type Database, openSqlite } from '../lib/db.ts'
import { openPostgres } from '../lib/postgres.ts'
import { migrate } from './migrate.ts'
import { release } from './migrations.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'puente-former-release-'))
const former = join(folder, 'program')

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

/** The newest tag `v…` before this commit; without one, the program before the migration that is named here. */
const formerRelease = () =>
  git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^') ||
  `${git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'server/migrations/0046_deletion_indexes.ts')}^`

/** An archive of the source, or a clone without history, holds no former release. */
const hasHistory = git('rev-parse', '--is-shallow-repository') === 'false'

beforeAll(() => {
  if (!hasHistory) return
  const commit = formerRelease()
  mkdirSync(former)
  const unpacked = spawnSync('tar', ['-x', '-C', former], {
    input: spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 }).stdout,
  })
  if (unpacked.status !== 0) throw new Error(`The former release ${commit} is not in this repository.`)
  symlinkSync(join(root, 'node_modules'), join(former, 'node_modules'))
  const compiled = spawnSync(process.execPath, ['scripts/languages.mjs'], { cwd: former, encoding: 'utf8' })
  if (compiled.status !== 0) throw new Error(compiled.stderr)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Engine = { settings: Record<string, string>; open: () => Promise<Database> }

const ENGINES: [name: string, prepare: () => Promise<Engine>][] = [
  [
    'SQLite',
    async () => {
      const dataDir = join(folder, 'sqlite')
      return {
        settings: { DATA_DIR: dataDir },
        open: async () => openSqlite(join(dataDir, 'puente.db')),
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const postgres = await createPostgres()
      await postgres.start()
      onTestFinished(() => postgres.remove())
      const secret = { JWT_SECRET: 'the same for both programs, and long enough', MAIL: 'outbox' }
      return {
        settings: { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: postgres.url, ...secret },
        open: () => openPostgres({ url: postgres.url, onError: () => {} }),
      }
    },
  ],
]

/** With a migration that this release does not know either. */
const next = {
  ...release,
  migrations: {
    ...release.migrations,
    '9998_next': () => [
      'alter table users add column nickname text',
      'create table nicknames (name text)',
      'create index users_by_nickname on users (nickname)',
    ],
  },
}

describe.skipIf(!hasHistory)('the former release', () => {
  test.for(ENGINES)(
    'starts, serves, writes, backs up and erases on the schema of this one and the next, on %s',
    async ([name, prepare], { skip }) => {
      skip(name === 'PostgreSQL' && !findPostgres(), 'PostgreSQL is not installed')
      const { settings, open } = await prepare()
      const env = { PATH: process.env.PATH, PORT: '0', RATE_LIMITS: 'off', ...settings }

      const first = await serve(former, env)
      await first.post('users/register', person('before', 'developer'))
      // PostgreSQL is migrated beside the servers of the former release, as an update does it.
      if (name === 'SQLite') await first.stop()
      const database = await open()
      onTestFinished(() => database.close())
      const applied = await migrate(database, next)
      expect(applied).toContain('9998_next')
      expect(applied).toContain(Object.keys(release.migrations).at(-1))
      if (name === 'PostgreSQL') {
        await first.post('users/register', person('beside', 'developer'))
        await first.stop()
      }
      await sql`update users set nickname = 'A'`.execute(database.db)

      const server = await serve(former, env)
      const { token: ana } = await server.post('users/login', signIn('before'))
      await server.post('users/register', person('ana', 'developer'))
      await server.post('users/register', person('marta', 'recruiter'))
      const { token: dev } = await server.post('users/login', signIn('ana'))
      const { token: rec } = await server.post('users/login', signIn('marta'))
      await server.post('projects', { title: 'Ferry timetable', category: 'Mobile', year: 2024 }, dev)
      const offer = await server.post('offers', { position: 'Keeper', skills: ['TypeScript'] }, rec)
      const application = { phone: '+34 600 000 000', coverLetter: 'Hello', gdprAccepted: true }
      await server.post(`offers/${offer._id}/apply`, application, dev)
      await server.post(`offers/${offer._id}/apply`, application, ana)
      const { id: anaId } = await database.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', emailOf('ana'))
        .executeTakeFirstOrThrow()
      await server.post(`messages/send/${anaId}`, { text: 'Hello' }, rec)
      expect(runFormer(env, 'backup', '--to', `${settings.DATA_DIR}-backups`)).toMatchObject({
        code: 0,
        said: expect.stringContaining('Backup complete'),
      })
      expect(runFormer(env, 'erase-user', 'before@example.com')).toMatchObject({
        code: 0,
        said: expect.stringContaining('is erased'),
      })
      await server.stop()
      const { rows } = await sql`select nickname from users where email = 'ana@example.com'`.execute(
        database.db,
      )
      expect(rows).toEqual([{ nickname: null }])
      expect(await migrate(database, next)).toEqual([])

      // Forward again.
      const present = await serve(root, env)
      const { token } = await present.post('users/login', signIn('marta'))
      const applicants = { applicants: [{ user: null }, { user: { name: 'Ana' }, coverLetter: 'Hello' }] }
      expect(await present.get(`offers/${offer._id}/candidates`, token)).toMatchObject(applicants)
      const stored = [await present.get('projects', token), await present.get(`messages/${anaId}`, token)]
      expect(stored).toMatchObject([[{ title: 'Ferry timetable' }], [{ text: 'Hello' }]])
      await present.stop()
    },
  )
})

const PASSWORD = 'Secret-1-abc'
const emailOf = (name: string) => `${name}@example.com`
const signIn = (name: string) => ({ email: emailOf(name), password: PASSWORD })
const person = (name: string, role: string) => ({
  ...{ ...signIn(name), 'confirm-password': PASSWORD },
  ...{ name: 'Ana', surname: 'García', role },
})

/** A program without pages, with the calls that it serves. */
async function serve(program: string, env: Record<string, string | undefined>) {
  const child = fork('server/test/server-process.ts', { cwd: program, env, execArgv: [], stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const port = await portOf(child)
  const call = async (path: string, init: RequestInit, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, { ...init, headers })
    const text = await response.text()
    expect(response.status, `${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text)
  }
  return {
    get: (path: string, token: string) => call(path, {}, token),
    post: (path: string, body: unknown, token?: string) =>
      call(path, { method: 'POST', body: JSON.stringify(body) }, token),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code}`)
  })
  const [port] = await Promise.race([once(child, 'message'), ended])
  return port
}

function runFormer(env: Record<string, string | undefined>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/operator.ts', ...args], {
    ...{ cwd: former, env },
    encoding: 'utf8',
  })
  return { code: status, said: stdout + stderr }
}
