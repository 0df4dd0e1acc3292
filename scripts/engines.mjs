import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CliError, execute } from '../bin/cli.mjs'
import { installSystemPackages } from './install.mjs'

/**
 * A PostgreSQL or Redis for tests, in a folder of its own and on a Unix socket, so that it needs no port.
 * `stop` leaves its data, `remove` deletes it; `pause` stops all its processes (SIGSTOP).
 * @typedef {{ url: string, start: () => Promise<void>, stop: () => Promise<void>, pause: () => void, resume: () => void, remove: () => Promise<void> }} Engine
 */

const START_MS = 30_000
const POSTGRES_VERSIONS = '/usr/lib/postgresql'

/** The programs that tests need of a Debian package. @typedef {Record<string, string[]>} Packages */

/** @type {Packages} */
const ENGINES = { postgresql: ['initdb'], 'redis-server': ['redis-server'], caddy: ['caddy'] }

/** They check the samples of deploy/. @type {Packages} */
const CHECKERS = {
  prometheus: ['prometheus', 'promtool'],
  'nginx-light': ['nginx'],
  openssl: ['openssl'],
  systemd: ['systemd-analyze'],
}

/** Installs PostgreSQL, Redis and Caddy if missing. */
export const ensureEngines = () => ensurePackages(ENGINES)

/** Installs the programs for the samples of deploy/ if missing. */
export const ensureCheckers = () => ensurePackages(CHECKERS)

/** @param {Packages} packages */
async function ensurePackages(packages) {
  const missing = () => Object.keys(packages).filter((name) => !packages[name]?.every(findProgram))
  if (missing().length === 0) return
  await installSystemPackages(missing())
  const names = missing().join(' ')
  if (names) throw new CliError(`Programs are missing. Debian, Ubuntu: \`apt-get install ${names}\`.`)
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
  if (!existsSync(data)) {
    const args = ['--username=puente', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync']
    execute(join(programs, 'initdb'), ['--pgdata', data, ...args], { ...owner, cwd: folder })
  }
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
  return createEngine({
    folder,
    url: `postgres://puente@localhost/postgres?host=${folder}`,
    stopSignal: 'SIGINT',
    launch: () =>
      spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...owner, cwd: folder, stdio: 'ignore' }),
    isReady: () => spawnSync(join(programs, 'pg_isready'), ['-h', folder, '-q']).status === 0,
  })
}

/**
 * A Redis without persistence.
 * @returns {Promise<Engine>}
 */
export async function createRedis() {
  const program = findProgram('redis-server')
  if (!program) throw new CliError('No Redis.')
  const folder = mkdtempSync(join(tmpdir(), 'puente-redis-'))
  const socket = join(folder, 'redis.sock')
  const settings = ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder]
  return createEngine({
    folder,
    url: socket,
    stopSignal: 'SIGKILL',
    launch: () => spawn(program, settings, { stdio: 'ignore' }),
    isReady: () => accepts(socket),
  })
}

/**
 * @param {{
 *   folder: string,
 *   url: string,
 *   stopSignal: NodeJS.Signals,
 *   launch: () => import('node:child_process').ChildProcess,
 *   isReady: () => boolean | Promise<boolean>,
 * }} engine
 * @returns {Engine}
 */
function createEngine({ folder, url, stopSignal, launch, isReady }) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  // For a process that ends without `remove`.
  process.once('exit', () => void child?.kill('SIGKILL'))

  async function stop() {
    if (!child || !isRunning()) return
    const exited = once(child, 'exit')
    child.kill(stopSignal)
    await exited
  }
  return {
    url,
    async start() {
      if (isRunning()) return
      child = launch()
      const end = Date.now() + START_MS
      while (!(await isReady())) {
        if (!isRunning()) throw new CliError(`${child.spawnfile} ended at once with ${child.exitCode}.`)
        if (Date.now() > end) throw new CliError(`${url} did not start within ${START_MS / 1000} s.`)
        await wait(20)
      }
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

/** The folder with the programs of PostgreSQL. */
export function findPostgres() {
  const initdb = findProgram('initdb')
  return initdb && dirname(initdb)
}

/** @param {string} name */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin']
  return [...debianPostgres(), ...folders].map((folder) => join(folder, name)).find(existsSync)
}

/** Debian's folders of PostgreSQL, outside of PATH, the newest version first. */
function debianPostgres() {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : []
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
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
 * Whether something listens on a socket.
 * @param {string} path
 * @returns {Promise<boolean>}
 */
const accepts = (path) =>
  new Promise((resolve) => {
    const connection = createConnection(path, () => resolve(true))
    connection.once('error', () => resolve(false)).end()
  })
