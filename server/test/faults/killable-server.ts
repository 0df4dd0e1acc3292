import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pino from 'pino'
import { afterAll } from 'vitest'
import { readConfig } from '../../config.ts'
import { openServices } from '../../open-services.ts'
import { programFile } from '../program-file.ts'

const PROGRAM = programFile('server/test/faults/killable-process.ts')
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** The server as a process; `kill` sends SIGKILL, `start` restarts it on the same port. */
export async function startKillable(settings: Record<string, string>) {
  let child: ChildProcess
  let port = 0

  async function start(): Promise<void> {
    child = fork(PROGRAM, {
      env: { ...process.env, RATE_LIMITS: 'off', ...settings, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.add(child)
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server did not start (${first})`)
    port = first as number
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    children.delete(child)
  }

  await start()
  return { url: `http://127.0.0.1:${port}`, start, kill: () => end('SIGKILL'), pid: () => child.pid }
}

/** Opens the data like a server, before one runs or after its death. */
export async function withData<T>(
  settings: Record<string, string>,
  use: (services: Awaited<ReturnType<typeof openServices>>) => Promise<T>,
) {
  const services = await openServices(readConfig(settings), pino({ level: 'silent' }))
  try {
    return await use(services)
  } finally {
    await services.close()
  }
}
