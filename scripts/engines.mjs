import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, run } from './run.mjs'

/**
 * An engine of our own in a folder of its own, reached by a socket file, so that it needs no port.
 * `stop` leaves its data, `remove` does not.
 * A paused one does not answer, nor do the processes that it has for each connection.
 * @typedef {{ url: string, start: () => Promise<void>, stop: () => Promise<void>, pause: () => void, resume: () => void, remove: () => Promise<void> }} Engine
 */

const START_MS = 30_000
/** Debian keeps the programs of PostgreSQL outside of PATH, one folder per version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql'

/**
 * Installs what is missing where that is possible without questions.
 * @param {string} root
 */
export async function ensureEngines(root) {
  if (findPostgres() && findRedis()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('PostgreSQL or Redis is missing; installing them (once) …')
    const options = { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update', '-qq'], options)
    await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'postgresql', 'redis-server'],
      options,
    )
  }
  if (!findPostgres()) {
    throw new Refusal(
      'No PostgreSQL (15 or newer, with pg_trgm). Debian, Ubuntu: `apt-get install postgresql`.',
    )
  }
  if (!findRedis()) throw new Refusal('No Redis. Debian, Ubuntu: `apt-get install redis-server`.')
}

/**
 * A PostgreSQL, empty unless its folder has been one before. Its files are worth nothing, so nothing is synced to
 * the disk.
 * @param {{ folder?: string, settings?: Record<string, string> }} [given]
 * @returns {Promise<Engine>}
 */
export async function createPostgres({
  folder = mkdtempSync(join(tmpdir(), 'puente-postgres-')),
  settings: more = {},
} = {}) {
  const programs = findPostgres()
  if (!programs) throw new Refusal('No PostgreSQL.')
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  if (!existsSync(data)) initialise(programs, { data, folder, owner })
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '300',
    shared_buffers: '256MB',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    ...more,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://puente@localhost/postgres?host=${folder}`
  const engine = createEngine(folder, url, join(folder, '.s.PGSQL.5432'), 'SIGINT', () =>
    spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...owner, cwd: folder, stdio: 'ignore' }),
  )
  return {
    ...engine,
    start: async () => {
      await engine.start()
      // The socket is there before it lets anybody in.
      const ready = join(programs, 'pg_isready')
      await waitFor('PostgreSQL', () => spawnSync(ready, ['-h', folder, '-q']).status === 0)
    },
  }
}

/**
 * @param {string} programs
 * @param {{ data: string, folder: string, owner: { uid: number, gid: number } | undefined }} place
 */
function initialise(programs, { data, folder, owner }) {
  const options = ['--username=puente', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), ['--pgdata', data, ...options], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Refusal(`initdb failed: ${made.stderr || made.error?.message}`)
}

/**
 * A Redis that keeps nothing on the disk.
 * @returns {Promise<Engine>}
 */
export async function createRedis() {
  const program = findRedis()
  if (!program) throw new Refusal('No Redis.')
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

  // Whoever forgets `remove`, or is ended, leaves nothing running.
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
        if (!isRunning()) throw new Refusal(`${child?.spawnfile} ended at once with ${child?.exitCode}.`)
        return answers(socket)
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

/** The folder with the programs of the newest PostgreSQL here. */
export function findPostgres() {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
  return [...folders, ...pathFolders()].find((folder) => existsSync(join(folder, 'initdb')))
}

/** The program of Redis here. */
export function findRedis() {
  return pathFolders()
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file))
}

function pathFolders() {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
}

/** PostgreSQL refuses to run as root: the user that its package made, or nobody. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (/** @type {string} */ kind, /** @type {string} */ user) =>
    Number(spawnSync('id', [kind, user], { encoding: 'utf8' }).stdout.trim() || Number.NaN)
  const user = ['postgres', 'nobody'].find((name) => idOf('-u', name) > 0)
  if (!user) throw new Refusal('PostgreSQL does not run as root, and there is no user postgres or nobody.')
  return { uid: idOf('-u', user), gid: idOf('-g', user) }
}

/**
 * @param {string} what
 * @param {() => boolean | Promise<boolean>} isThere
 */
async function waitFor(what, isThere) {
  const end = Date.now() + START_MS
  while (!(await isThere())) {
    if (Date.now() > end) throw new Refusal(`${what} did not start within ${START_MS / 1000} s.`)
    await wait(20)
  }
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
const answers = (path) =>
  new Promise((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
