import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute } from '../bin/cli.mjs'
import { freePort } from '../server/test/free-port.ts'
import { startS3 } from '../server/test/s3-server.ts'
import { until } from '../server/test/until.ts'
import { createPostgres, createRedis, findProgram } from './engines.mjs'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Downloads a Debian, so only on request; requires root. */
const isPossible =
  process.env.LONG !== undefined &&
  process.getuid?.() === 0 &&
  ['buildah', 'debootstrap'].every((name) => findProgram(name))

// The only way to run a container without user namespaces.
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }

describe.skipIf(!isPossible)('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-image-'))
  const started: ChildProcess[] = []
  const containers: string[] = []
  let config: { Cmd: string[]; Healthcheck: { Test: string[] }; User: string }
  let settings: Record<string, string>
  let volumes: string[]
  let database: string
  let operatorVolume: string

  beforeAll(async () => {
    execute(process.execPath, ['scripts/image.mjs', '--base', 'debian'], { cwd: root, env })
    const described = JSON.parse(buildah('inspect', '--type', 'image', `puente:${version}`))
    config = described.Docker.config

    const [postgres, redis] = [await createPostgres(), await createRedis()]
    for (const engine of [postgres, redis]) await engine.start()
    afterAll(() => Promise.all([postgres.remove(), redis.remove()]))
    database = postgres.url
    const sockets = new URL(postgres.url).searchParams.get('host') ?? ''
    for (const directory of [sockets, dirname(redis.url)]) chmodSync(directory, 0o755)
    chmodSync(redis.url, 0o777)
    chmodSync(folder, 0o777)
    const s3 = await startS3()
    // The volume of compose's operator, which the user `node` owns.
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, 1000, 1000)
    operatorVolume = `${data}:/data`
    volumes = [`${sockets}:/run/postgres`, `${dirname(redis.url)}:/run/redis`, `${folder}:/backups`]
    settings = {
      DATABASE_URL: 'postgres://puente@localhost/postgres?host=/run/postgres',
      REDIS_URL: '/run/redis/redis.sock',
      JWT_SECRET: 'the same in both servers, and long enough',
      PUBLIC_URL: 'http://127.0.0.1',
      MAIL: 'outbox',
      ...s3.settings,
    }
  }, 900_000)

  const stopAll = async () => {
    for (const child of started) child.kill('SIGTERM')
    await Promise.all(started.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    started.length = 0
  }

  afterAll(async () => {
    await stopAll()
    for (const container of containers) buildah('rm', container)
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('serves from two containers on PostgreSQL, Redis and a bucket, and backs up', async () => {
    expect(config.User).toBe('node')
    const [one = '', two = ''] = [await start(), await start()]
    const person = { email: 'ana@example.com', password: 'Correct-horse-1' }
    const rest = { name: 'Ana', surname: 'Peña', role: 'developer', 'confirm-password': person.password }
    expect(await post(`${one}/api/users/register`, { ...person, ...rest })).toBe(201)
    expect(await post(`${two}/api/users/login`, person)).toBe(200)
    expect(await post(`${two}/api/users/login`, { ...person, password: 'another' })).toBe(401)
    const page = await fetch(`${two}/offers`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')])

    const [, ...check] = config.Healthcheck.Test
    expect(inContainer({ PORT: new URL(one).port }, check).status).toBe(0)
    expect(inContainer({ PORT: '9' }, check).status).toBe(1)
    const backup = inContainer({}, ['puente', 'backup', '--to', '/backups'])
    expect(backup.status, String(backup.stderr)).toBe(0)
    expect(inContainer({}, ['test', '-s', '/app/sbom.cdx.json']).status).toBe(0)
  }, 240_000)

  test('a backup above the 64 MB of a tmpfs is restored in a container, and another one undoes it', async () => {
    await stopAll()
    const client = new pg.Client(database)
    await client.connect()
    const count = async () => Number((await client.query('select count(*) as n from tickets')).rows[0].n)
    await client.query(`
      insert into tickets (id, name, email, category, subject, message, created_at)
      select gen_random_uuid(), 'Ana', 'ana@example.com', 'bug', 'Hi',
        (select string_agg(md5(n::text || part), '') from generate_series(1, 3000) as part), now()
      from generate_series(1, 800) as n`)
    const operator = (...command: string[]) => {
      const { status, stdout, stderr } = inContainer({}, ['puente', ...command], [operatorVolume])
      expect(status, stderr).toBe(0)
      return stdout
    }
    const [, name = ''] =
      /^Backup complete: \/backups\/(\S+)/m.exec(operator('backup', '--to', '/backups')) ?? []
    expect(statSync(join(folder, name, 'puente.db')).size).toBeGreaterThan(64 * 2 ** 20)
    await client.query('delete from tickets')
    operator('restore', '--from', `/backups/${name}`)
    expect(await count()).toBe(800)
    operator('restore', '--undo')
    expect(await count()).toBe(0)
    await client.end()
  }, 240_000)

  const buildah = (...args: string[]) => execute('buildah', args, { env }).trim()

  /** The arguments of `buildah run` in a new container. */
  function running(more: Record<string, string>, command: string[], mounts: string[] = []): string[] {
    const container = buildah('from', `puente:${version}`)
    containers.push(container)
    const options = [
      `--user=${config.User}`,
      ...[...volumes, ...mounts].map((volume) => `--volume=${volume}`),
      ...Object.entries({ ...settings, ...more }).map(([name, value]) => `--env=${name}=${value}`),
    ]
    return ['run', ...options, container, '--', ...command]
  }

  const inContainer = (more: Record<string, string>, command: string[], mounts: string[] = []) =>
    spawnSync('buildah', running(more, command, mounts), { env, encoding: 'utf8' })

  async function start(): Promise<string> {
    const port = await freePort()
    const command = running({ HOST: '127.0.0.1', PORT: String(port) }, config.Cmd)
    started.push(spawn('buildah', command, { env, stdio: 'ignore' }))
    const url = `http://127.0.0.1:${port}`
    await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false, 60_000)
    return url
  }

  async function post(url: string, body: object): Promise<number> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.status
  }
})
