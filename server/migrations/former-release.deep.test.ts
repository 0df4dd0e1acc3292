import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../lib/db.ts'
import { migrate } from './migrate.ts'
import { release } from './migrations.ts'

/** The first program that runs on a newer schema; later the newest tag `v…`, once there is one after it. */
const FIRST = '6cf3bd1'
const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'puente-former-release-'))
const former = join(folder, 'program')
const dataDir = join(folder, 'data')
const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off' }
let server: ChildProcess | undefined

const git = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const isAfterFirst = (tag: string) =>
  spawnSync('git', ['merge-base', '--is-ancestor', FIRST, tag], { cwd: root }).status === 0

/** A checkout without history holds no former release. */
const hasHistory = spawnSync('git', ['cat-file', '-e', `${FIRST}^{commit}`], { cwd: root }).status === 0

beforeAll(() => {
  if (!hasHistory) return
  const tag = git('tag', '--list', 'v*', '--sort=-creatordate').split('\n').filter(Boolean).find(isAfterFirst)
  mkdirSync(former)
  const unpacked = spawnSync('tar', ['-x', '-C', former], {
    input: spawnSync('git', ['archive', tag ?? FIRST], { cwd: root, maxBuffer: 1e9 }).stdout,
  })
  if (unpacked.status !== 0) throw new Error(`The former release ${tag ?? FIRST} is not in this repository.`)
  symlinkSync(join(root, 'node_modules'), join(former, 'node_modules'))
  const compiled = spawnSync(process.execPath, ['scripts/languages.mjs'], { cwd: former, encoding: 'utf8' })
  if (compiled.status !== 0) throw new Error(compiled.stderr)
})

afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const runFormer = (...args: string[]) => {
  const done = spawnSync(process.execPath, ['server/operator.ts', ...args], {
    cwd: former,
    env,
    encoding: 'utf8',
  })
  return { code: done.status, said: done.stdout + done.stderr }
}

test.skipIf(!hasHistory)(
  'the former release starts, serves, backs up and erases on the schema of this one and the next',
  async () => {
    rmSync(dataDir, { recursive: true, force: true })
    const openFormer = async () => {
      const child = fork('server/test/server-process.ts', {
        cwd: former,
        env,
        execArgv: [],
        stdio: 'inherit',
      })
      const [port] = await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) =>
          Promise.reject(new Error(`The former release ended with ${code}`)),
        ),
      ])
      server = child
      return `http://127.0.0.1:${port}`
    }
    const register = async (url: string, email: string) => {
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
    const stop = async () => {
      const ended = server && once(server, 'exit')
      server?.kill('SIGTERM')
      await ended
    }
    expect(await register(await openFormer(), 'before@example.com')).toMatchObject({ status: 201 })
    await stop()

    const database = openSqlite(join(dataDir, 'puente.db'))
    const next = {
      ...release,
      migrations: {
        ...release.migrations,
        '9998_next': () => [
          'alter table users add column nickname text',
          'create table nicknames (name text) strict',
        ],
      },
    }
    const applied = await migrate(database, next)
    expect(applied).toContain('9998_next')
    await sql`update users set nickname = 'A'`.execute(database.db)

    expect(await register(await openFormer(), 'after@example.com')).toMatchObject({ status: 201 })
    expect(runFormer('backup', '--to', join(folder, 'backups'))).toMatchObject({
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
  },
)
