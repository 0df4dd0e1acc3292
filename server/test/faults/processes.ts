import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pino from 'pino'
import { readConfig } from '../../config.ts'
import { openServices } from '../../open-services.ts'
import { buildDeveloper, type Person } from '../builders.ts'
import { programFile } from '../program-file.ts'

const PROGRAM = programFile('server/test/server-process.ts')
const children = new Set<ChildProcess>()

/** Ends remaining processes after a failed test. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Accounts on the shared data of the processes. */
export async function makePeople(settings: Record<string, string>, count: number): Promise<Person[]> {
  const services = await openServices(readConfig(settings), pino({ level: 'silent' }))
  const people = await Promise.all(Array.from({ length: count }, () => buildDeveloper(services)))
  await services.close()
  return people
}

/** A server that is killed without warning, and restarts on the same port. */
export async function startProcess(settings: Record<string, string>) {
  const start = async (port: number) => {
    const child = fork(PROGRAM, {
      env: { ...process.env, RATE_LIMITS: 'off', ...settings, PORT: String(port) },
      stdio: 'inherit',
    })
    children.add(child)
    const [found] = (await once(child, 'message')) as [number]
    return { child, port: found }
  }
  const first = await start(0)
  let { child } = first
  return {
    url: `http://127.0.0.1:${first.port}`,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      children.delete(child)
    },
    restart: async () => {
      child = (await start(first.port)).child
    },
  }
}
