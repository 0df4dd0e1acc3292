import { type ChildProcess, execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Person } from './clients/device.ts'
import { startClient } from './lib/clients.ts'
import { peopleInSqlite } from './lib/people.ts'
import { type Running, residentKb, SERVER, startServer } from './lib/processes.ts'
import type { Row } from './lib/table.ts'

const DEVICES_EACH = 10
const WANTED = 10_000
/** Open files of a process besides its connections. */
const OTHER_FILES = 200
const SETTLE_MS = 3000
const MAX_MEMORY = 1.3
const MAX_RECONNECT_MS = 10_000

/** Row 11: memory per idle signed-in connection, and the time until all have reconnected after a restart. */
export async function connections(): Promise<Row[]> {
  const most = Number(execFileSync('sh', ['-c', 'ulimit -n']).toString()) - OTHER_FILES
  const count = Math.min(WANTED, Math.floor(most / DEVICES_EACH) * DEVICES_EACH)
  if (count < WANTED) console.error(`Only ${count} connections: limited by ulimit -n.`)
  const { people, settings, remove } = await peopleInSqlite(count / DEVICES_EACH)
  try {
    const bare = await idle(() => startServer('bench/bare/relay.ts', {}, '/'), people)
    await bare.end()
    const ours = await idle((port) => startServer(SERVER, settings, '/readyz', port), people)
    const reconnectMs = await ours.restart()
    await ours.end()
    const ratio = ours.kilobytesEach / bare.kilobytesEach
    return [
      {
        ...{ number: 11, what: `${count} idle connections, memory`, goal: `≤ ${MAX_MEMORY}` },
        measured: `${ratio.toFixed(2)} × (${ours.kilobytesEach.toFixed(1)} kB each, bare ${bare.kilobytesEach.toFixed(1)})`,
        isMet: ratio <= MAX_MEMORY / 0.9,
      },
      {
        ...{ number: 11, what: 'All reconnected after a restart', goal: `≤ ${MAX_RECONNECT_MS / 1000} s` },
        measured: `${(reconnectMs / 1000).toFixed(1)} s`,
        isMet: reconnectMs <= MAX_RECONNECT_MS,
      },
    ]
  } finally {
    remove()
  }
}

type Start = (port?: number) => Promise<Running>

async function idle(start: Start, people: readonly Person[]) {
  let server = await start()
  const before = residentKb(server.pid)
  const client = startClient('idle.ts', [server.url, String(DEVICES_EACH)], people)
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]()
  await lines.next()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const kilobytesEach = (residentKb(server.pid) - before) / (people.length * DEVICES_EACH)
  return {
    kilobytesEach,
    /** Milliseconds from the readiness of the new process until all have reconnected. */
    async restart(): Promise<number> {
      await server.stop()
      server = await start(Number(new URL(server.url).port))
      const readyAt = Date.now()
      const line = String((await lines.next()).value)
      return Number(line.replace('reconnected ', '')) - readyAt
    },
    async end(): Promise<void> {
      await kill(client)
      await server.stop()
    },
  }
}

const kill = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })
