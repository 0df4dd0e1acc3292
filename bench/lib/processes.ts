import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** The server has core 0, whatever asks it core 1, where the system can pin. */
export const SERVER_CORE = '0'
export const CLIENT_CORE = '1'

/** What `npm start` runs. */
export const SERVER = 'dist/server/main.cjs'

export type Running = { url: string; pid: number; stop: () => Promise<void>; readyMs: number }

const READY_MS = 30_000

/** Starts a program that listens on PORT, a free one unless it is given, and waits until `path` answers. */
export async function startServer(
  file: string,
  settings: Record<string, string>,
  path = '/readyz',
  port?: number,
): Promise<Running> {
  port ??= await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(...pinned(SERVER_CORE, process.execPath, [file]), {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // As `npm start` has it.
      NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/node'),
      PUBLIC_CACHE: 'off',
      ...settings,
      PORT: String(port),
      PUBLIC_URL: url,
    },
  })
  await untilAnswering(`${url}${path}`, child)
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    stop: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} while starting`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  child.kill('SIGKILL')
  throw new Error(`${url} did not answer within ${READY_MS} ms`)
}

/** The command pinned to one core, or as it is where there is no taskset. */
export function pinned(core: string, command: string, args: string[]): [string, string[]] {
  return existsSync('/usr/bin/taskset')
    ? ['/usr/bin/taskset', ['-c', core, command, ...args]]
    : [command, args]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
