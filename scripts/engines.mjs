import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CliError } from './cli.mjs'
import { installSystemPackages } from './install.mjs'

/**
 * A PostgreSQL or Redis for tests, in a folder of its own and on a Unix socket, so that it needs no port.
 * `stop` leaves its data, `remove` deletes it; `pause` stops all its processes (SIGSTOP).
 * @typedef {{ url: string, start: () => Promise<void>, stop: () => Promise<void>, pause: () => void, resume: () => void, remove: () => Promise<void> }} Engine
 */

const START_MS = 30_000
/** Debian's folder, outside of PATH, with one folder per version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql'

/** Installs PostgreSQL, Redis and Caddy if missing. */
export async function ensureEngines() {
  if (findPostgres() && findRedis() && findCaddy()) return
  await installSystemPackages(['postgresql', 'redis-server', 'caddy'])
  if (!findPostgres()) {
    throw new CliError(
      'No PostgreSQL (15 or newer, with pg_trgm). Debian, Ubuntu: `apt-get install postgresql`.',
    )
  }
  if (!findRedis()) throw new CliError('No Redis. Debian, Ubuntu: `apt-get install redis-server`.')
  if (!findCaddy()) throw new CliError('No Caddy. Debian, Ubuntu: `apt-get install caddy`.')
}

/** The programs that check the samples of deploy/, with their Debian packages. @type {Record<string, string>} */
const READERS = {
  prometheus: 'prometheus',
  promtool: 'prometheus',
  nginx: 'nginx-light',
  openssl: 'openssl',
  'systemd-analyze': 'systemd',
}

/** Installs the programs for the samples of deploy/ if missing. */
export async function ensureReaders() {
  const missing = () => Object.keys(READERS).filter((name) => !findProgram(name))
  const packages = [...new Set(missing().map((name) => READERS[name] ?? name))]
  if (packages.length === 0) return
  await installSystemPackages(packages)
  if (missing().length > 0) {
    throw new CliError(
      `No ${missing().join(', ')}. Debian, Ubuntu: \`apt-get install ${packages.join(' ')}\`.`,
    )
  }
}

/**
 * A PostgreSQL, empty unless `folder` has data already. Its data is disposable: nothing is synced to the disk.
 * @param {{ folder?: string, settings?: Record<string, string> }} [options]
 * @returns {Promise<Engine>}
 */
export async function createPostgres({
  folder = mkdtempSync(join(tmpdir(), 'puente-postgres-')),
  settings = {},
} = {}) {
  const programs = findPostgres()
  if (!programs) throw new CliError('No PostgreSQL.')
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  if (!existsSync(data)) initialise(programs, { data, folder, owner })
  const allSettings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '300',
    shared_buffers: '256MB',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    ...settings,
  }
  const options = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://puente@localhost/postgres?host=${folder}`
  const engine = createEngine(folder, url, join(folder, '.s.PGSQL.5432'), 'SIGINT', () =>
    spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...owner, cwd: folder, stdio: 'ignore' }),
  )
  return {
    ...engine,
    start: async () => {
      await engine.start()
      // It refuses connections for a moment after the creation of its socket.
      const ready = join(programs, 'pg_isready')
      await waitFor('PostgreSQL', () => spawnSync(ready, ['-h', folder, '-q']).status === 0)
    },
  }
}

/**
 * @param {string} programs
 * @param {{ data: string, folder: string, owner: { uid: number, gid: number } | undefined }} options
 */
function initialise(programs, { data, folder, owner }) {
  const args = ['--username=puente', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync']
  const { status, stderr, error } = spawnSync(join(programs, 'initdb'), ['--pgdata', data, ...args], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new CliError(`initdb failed: ${stderr || error?.message}`)
}

/**
 * A Redis without persistence.
 * @returns {Promise<Engine>}
 */
export async function createRedis() {
  const program = findRedis()
  if (!program) throw new CliError('No Redis.')
  const folder = mkdtempSync(join(tmpdir(), 'puente-redis-'))
  const socket = join(folder, 'redis.sock')
  return createEngine(folder, socket, socket, 'SIGKILL', () => {
    const settings = ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder]
    return spawn(program, settings, { stdio: 'ignore' })
  })
}

/**
 * @param {string} folder
 * @param {string} url
 * @param {string} socket
 * @param {NodeJS.Signals} stopSignal
 * @param {() => import('node:child_process').ChildProcess} launch
 * @returns {Engine}
 */
function createEngine(folder, url, socket, stopSignal, launch) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  // For a process that ends without `remove`.
  process.once('exit', () => void child?.kill('SIGKILL'))

  async function stop() {
    if (!child || !isRunning()) return
    const ending = child
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(stopSignal)
    await ended
  }
  return {
    url,
    async start() {
      if (isRunning()) return
      child = launch()
      await waitFor(url, () => {
        if (!isRunning()) throw new CliError(`${child?.spawnfile} ended at once with ${child?.exitCode}.`)
        return accepts(socket)
      })
    },
    stop,
    pause: () => signalAll(child, 'SIGSTOP'),
    resume: () => signalAll(child, 'SIGCONT'),
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcess | undefined} child
 * @param {NodeJS.Signals} signal
 */
function signalAll(child, signal) {
  const pid = child?.pid
  if (pid === undefined) return
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const one of [pid, ...children.map(Number)]) if (one > 0) process.kill(one, signal)
}

/** The folder with the programs of the newest installed PostgreSQL. */
export function findPostgres() {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
  return [...folders, ...pathFolders()].find((folder) => existsSync(join(folder, 'initdb')))
}

/** The path of the installed `redis-server`. */
export const findRedis = () => findProgram('redis-server')

/** The path of the installed `caddy`. */
export const findCaddy = () => findProgram('caddy')

/** @param {string} name */
export function findProgram(name) {
  return pathFolders()
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}

function pathFolders() {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin']
}

/** PostgreSQL refuses to run as root: the user of its package, or nobody. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (/** @type {string} */ kind, /** @type {string} */ user) =>
    Number(spawnSync('id', [kind, user], { encoding: 'utf8' }).stdout.trim() || Number.NaN)
  const user = ['postgres', 'nobody'].find((name) => idOf('-u', name) > 0)
  if (!user) throw new CliError('PostgreSQL does not run as root, and there is no user postgres or nobody.')
  return { uid: idOf('-u', user), gid: idOf('-g', user) }
}

/**
 * @param {string} what
 * @param {() => boolean | Promise<boolean>} isReady
 */
async function waitFor(what, isReady) {
  const end = Date.now() + START_MS
  while (!(await isReady())) {
    if (Date.now() > end) throw new CliError(`${what} did not start within ${START_MS / 1000} s.`)
    await wait(20)
  }
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
const accepts = (path) =>
  new Promise((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
