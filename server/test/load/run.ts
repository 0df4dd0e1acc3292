// `npm run test:load`: many people at once for five minutes (`-- --long`: thirty, `-- --minutes=1`: one).
// No error, every message on the socket of its receiver, and no growth of memory after the warm-up.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import { readConfig } from '../../config.ts'
import { openServices } from '../../open-services.ts'
import { buildCrowd, nextAct } from './crowd.ts'

const SOCKETS = 500
const WORKERS = 12
const THINK_MS = 40
/** Each measurement collects the server's garbage, which callers notice. */
const SAMPLES = 30
const DELIVERY_MS = 10_000
/** The share of the time until memory and caches are stable. */
const WARM_UP = 0.3
const MAY_GROW = 0.15
const MAY_GROW_BYTES = 20 * 1024 * 1024

const given = process.argv.find((word) => word.startsWith('--minutes='))?.split('=')[1]
const minutes = Number(given ?? (process.argv.includes('--long') ? 30 : 5))

const dataDir = mkdtempSync(join(tmpdir(), 'puente-load-'))
const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0' }
const services = await openServices(readConfig(settings), pino({ level: 'silent' }))
const crowd = await buildCrowd(services, SOCKETS)
await services.close()

const server = fork(new URL('../faults/killable-process.ts', import.meta.url), {
  env: { ...process.env, ...settings },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
const [port] = (await once(server, 'message')) as [number]
const url = `http://127.0.0.1:${port}`

const delivered = new Set<string>()
const errors = new Map<string, number>()
const note = (error: string) => errors.set(error, (errors.get(error) ?? 0) + 1)
const sockets: Socket[] = []
for (const { id, token } of crowd.people) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    query: { userId: id },
    auth: { token, watchPresence: false },
  })
  socket.on('newMessage', (message: { _id: string; receiverId: string }) => {
    if (message.receiverId === id) delivered.add(message._id)
  })
  socket.on('disconnect', (reason) => void (isOver || note(`a socket ended: ${reason}`)))
  socket.on('connect_error', (error) => note(`a socket was refused: ${error.message}`))
  sockets.push(socket)
  if (sockets.length % 50 === 0)
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
}

let isOver = false
const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000
const times: number[] = []
const sent: string[] = []
/** The server's heap after a garbage collection, and its resident memory. */
const memory: { part: number; bytes: number; resident: number }[] = []

async function work(): Promise<void> {
  while (performance.now() < endsAt) {
    const { name, call } = nextAct(url, crowd)
    const before = performance.now()
    try {
      const response = await call()
      const text = await response.text()
      times.push(performance.now() - before)
      if (response.status >= 400) note(`${name}: ${response.status} ${text.slice(0, 100)}`)
      else if (name === 'send') sent.push(String((JSON.parse(text) as { _id: string })._id))
    } catch (error) {
      note(`${name}: ${error}`)
    }
    await wait(THINK_MS)
  }
}

async function sample(): Promise<void> {
  for (let n = 0; n < SAMPLES; n += 1) {
    await wait((minutes * 60_000) / SAMPLES)
    server.send('memory')
    const [bytes] = (await once(server, 'message')) as [number]
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    memory.push({ part: (performance.now() - startedAt) / (minutes * 60_000), bytes, resident })
  }
}

await Promise.all([...Array.from({ length: WORKERS }, work), sample()])
const deadline = performance.now() + DELIVERY_MS
while (sent.some((id) => !delivered.has(id)) && performance.now() < deadline) await wait(100)
const missing = sent.filter((id) => !delivered.has(id)).length
isOver = true
for (const socket of sockets) socket.disconnect()
server.kill('SIGTERM')
await once(server, 'exit')
rmSync(dataDir, { recursive: true, force: true })

times.sort((a, b) => a - b)
const quantile = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0)
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
const [warm, late] = [
  memory.filter(({ part }) => part > WARM_UP && part < WARM_UP + 0.2),
  memory.filter(({ part }) => part > 0.8),
]
const live = (some: typeof memory) => median(some.map(({ bytes }) => bytes))
const resident = (some: typeof memory) => median(some.map(({ resident: bytes }) => bytes))
const seconds = minutes * 60
console.log(
  [
    `${minutes} minutes, ${SOCKETS} sockets, ${WORKERS} callers: ${times.length} calls (${Math.round(times.length / seconds)} a second)`,
    `p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, p99 ${quantile(0.99)} ms, slowest ${quantile(1)} ms`,
    `${sent.length} messages, ${missing} not on the socket of their receiver`,
    `live memory after the warm-up ${megabytes(live(warm))} MB, at the end ${megabytes(live(late))} MB ` +
      `(resident: ${megabytes(resident(warm))} MB and ${megabytes(resident(late))} MB)`,
    `${[...errors.values()].reduce((sum, count) => sum + count, 0)} errors`,
    ...[...errors].slice(0, 20).map(([error, count]) => `  ${count} x ${error}`),
  ].join('\n'),
)
const hasGrown = live(late) > live(warm) * (1 + MAY_GROW) + MAY_GROW_BYTES
if (hasGrown) console.log('The memory has grown.')
process.exitCode = errors.size > 0 || missing > 0 || hasGrown ? 1 : 0
