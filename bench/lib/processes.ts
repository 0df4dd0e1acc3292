import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALLOCATOR, NODE_FLAGS } from '../../scripts/memory.mjs'
import { freePort } from '../../server/test/free-port.ts'

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** With `taskset`, servers are pinned to core 0 and clients to core 1. */
export const SERVER_CORE = '0'
export const CLIENT_CORE = '1'

/** The built server, as `npm start` runs it. */
export const SERVER = 'dist/server/main.cjs'

export type Running = { url: string; pid: number; stop: () => Promise<void>; readyMs: number }

const READY_MS = 30_000

/** Starts a program that listens on PORT (a free one by default), and waits until `path` responds. */
export async function startServer(
  file: string,
  settings: Record<string, string>,
  path = '/readyz',
  port?: number,
): Promise<Running> {
  port ??= await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const isOurs = file === SERVER
  const args = isOurs ? [...NODE_FLAGS, file] : [file]
  const child = spawn(...pinned(SERVER_CORE, process.execPath, args), {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // The same options as in `npm start`.
      NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/node'),
      ...(isOurs && ALLOCATOR),
      PUBLIC_CACHE: 'off',
      ...settings,
      PORT: String(port),
      PUBLIC_URL: url,
    },
  })
  await untilReady(`${url}${path}`, child)
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

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode} during the start`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  child.kill('SIGKILL')
  throw new Error(`${url} did not respond within ${READY_MS} ms`)
}

/** The command pinned to one core, where `taskset` exists. */
export function pinned(core: string, command: string, args: string[]): [string, string[]] {
  return existsSync('/usr/bin/taskset')
    ? ['/usr/bin/taskset', ['-c', core, command, ...args]]
    : [command, args]
}

const TICKS_PER_SECOND = 100

/** User and system time of a process so far. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process. */
export const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
