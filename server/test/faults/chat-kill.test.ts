import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { io } from 'socket.io-client'
import { afterAll, expect, test } from 'vitest'
import type { Hello, InboxEvent, Message, SyncAnswer } from '#contract/inbox.ts'
import { applyInboxEvent } from '#contract/inbox-state.ts'
import { listMessages, sendMessage } from '#contract/messages.ts'
import { readConfig } from '../../config.ts'
import { openServices } from '../../services.ts'
import { buildDeveloper, type Person } from '../builders.ts'
import { createClient } from '../client.ts'
import { until } from '../until.ts'

const PROGRAM = fileURLToPath(new URL('server-process.ts', import.meta.url))
const KILLS = 3
const PEOPLE = 4

const dataDir = mkdtempSync(join(tmpdir(), 'puente-kill-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test('a server killed while many send: what was answered is there, once, in order, on every device (promises 1, 2, 3)', async () => {
  const people = await makePeople()
  const server = await startProcess()
  const url = `http://127.0.0.1:${server.port}`
  const client = createClient(url)
  const readers = people.map((person) => openReader(url, person))
  await Promise.all(readers.map((reader) => until(reader.state)))

  const ledger = new Map<string, Message>()
  let isOver = false
  let retries = 0
  /** Sends one after the other; an answer that did not come is asked for again with the same `clientId`. */
  async function keepSending(from: Person, to: Person): Promise<void> {
    while (!isOver) {
      const clientId = randomUUID()
      const body = { text: clientId, clientId }
      const answer = await until(async () => {
        const given = await client
          .call(sendMessage, { params: { id: to.id }, body, as: from })
          .catch(() => undefined)
        if (given && given.status < 300) return given
        retries += 1
        return undefined
      }, 30_000)
      ledger.set(clientId, answer.body)
    }
  }
  const pairs = people.flatMap((from) => people.flatMap((to) => (from === to ? [] : [[from, to] as const])))
  const sending = Promise.all(pairs.map(([from, to]) => keepSending(from, to)))
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = ledger.size
    await until(() => ledger.size > before + 50, 30_000)
    await server.killAndRestart()
  }
  const before = ledger.size
  await until(() => ledger.size > before + 20, 30_000)
  isOver = true
  await sending
  expect(retries).toBeGreaterThan(0)

  for (const [index, person] of people.entries()) {
    const own = [...ledger.values()].filter((message) =>
      [message.senderId, message.receiverId].includes(person.id),
    )
    const stored = await readAll(client, person, people)
    // Nothing that was answered is missing, and nothing is there twice.
    expect(stored.map(({ _id }) => _id).toSorted()).toEqual(own.map(({ _id }) => _id).toSorted())
    for (const message of stored) expect(ledger.get(message.text)?.seq).toBe(message.seq)
    const reader = readers[index]
    await until(() => reader?.applied.length === stored.length, 10_000)
    expect(reader?.applied.toSorted()).toEqual(stored.map(({ _id }) => _id).toSorted())
    reader?.close()
  }
  await server.stop()
}, 120_000)

/** The whole of every conversation; `seq` has no gap. */
async function readAll(client: ReturnType<typeof createClient>, person: Person, people: readonly Person[]) {
  const all: Message[] = []
  for (const { id } of people) {
    if (id === person.id) continue
    const messages: Message[] = []
    for (;;) {
      const query = { limit: '100', ...(messages[0] ? { before: messages[0]._id } : {}) }
      const { body } = await client.call(listMessages, { params: { id }, query, as: person })
      messages.unshift(...body)
      if (body.length < 100) break
    }
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    all.push(...messages)
  }
  return all
}

/** A device that comes back by itself, and asks for what it has missed. */
function openReader(url: string, person: Person) {
  const applied: string[] = []
  let state: Hello | undefined
  let isAsking = false
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    query: { userId: person.id },
    auth: { token: person.token },
  })

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    for (let more = true; more; ) {
      const answer: SyncAnswer | undefined = await socket
        .timeout(2000)
        .emitWithAck('sync', { after: state?.last ?? 0 })
        .catch(() => undefined)
      for (const entry of answer?.events ?? []) apply(entry)
      more = answer?.more ?? false
    }
    isAsking = false
  }
  function apply(entry: InboxEvent): void {
    const next = state ? applyInboxEvent(state, entry, person.id) : 'gap'
    if (next === 'gap') void ask()
    if (typeof next === 'string') return
    state = next
    if (entry.event === 'newMessage') applied.push(entry.data._id)
  }
  socket.on('hello', (hello: Hello) => {
    state ??= hello
    if (hello.last > state.last) void ask()
  })
  for (const event of ['newMessage', 'getNotification', 'cleared'] as const) {
    socket.on(event, ({ inboxSeq, ...data }) => apply({ inboxSeq, event, data } as InboxEvent))
  }
  return { applied, state: () => state, close: () => socket.disconnect() }
}

async function makePeople(): Promise<Person[]> {
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => buildDeveloper(services)))
  await services.close()
  return people
}

async function startProcess() {
  const start = async (wanted: number) => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(wanted), RATE_LIMITS: 'off', REDIS_URL: '' }
    const child = fork(PROGRAM, { env, stdio: 'inherit' })
    children.push(child)
    const [port] = (await once(child, 'message')) as [number]
    return { child, port }
  }
  const first = await start(0)
  let { child } = first
  const stop = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    port: first.port,
    stop,
    killAndRestart: async () => {
      await stop()
      child = (await start(first.port)).child
    },
  }
}
