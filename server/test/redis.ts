import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { until } from './until.ts'

const PROGRAM = 'redis-server'

/** Whether this machine has a Redis to test with. */
export const hasRedis = spawnSync(PROGRAM, ['--version']).status === 0

/** A Redis of our own behind a socket file, ended after the tests of the file. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'puente-redis-'))
  const url = join(folder, 'redis.sock')
  let program: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = ['--port', '0', '--unixsocket', url, '--save', '', '--dir', folder]
    program = spawn(PROGRAM, settings, { stdio: 'ignore' })
    await until(() => answers(url))
  }

  async function stop(): Promise<void> {
    const ending = program
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }

  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return { url, start, stop }
}

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
