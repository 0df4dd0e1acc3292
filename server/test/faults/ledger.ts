import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { listMessages, sendMessage } from '#contract/messages.ts'
import { readConfig } from '../../config.ts'
import { openServices } from '../../services.ts'
import { buildDeveloper, type Person } from '../builders.ts'
import { createClient } from '../client.ts'

const PROGRAM = fileURLToPath(new URL('server-process.ts', import.meta.url))
const RETRY_MS = 50
const children = new Set<ChildProcess>()

/** Ends what is left when a test has failed. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Accounts on the data that the processes will share. */
export async function makePeople(settings: Record<string, string>, count: number): Promise<Person[]> {
  const services = await openServices(readConfig(settings), pino({ level: 'silent' }))
  const people = await Promise.all(Array.from({ length: count }, () => buildDeveloper(services)))
  await services.close()
  return people
}

/** A server that is killed without warning, and comes back on the same port. */
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

/** Sends by any of the servers until it is told to stop, and keeps what was answered. */
export function openLedger(urls: readonly string[]) {
  const clients = urls.map(createClient)
  const clientAt = (turn: number) => clients[turn % clients.length] as (typeof clients)[number]
  const answered = new Map<string, Message>()
  const answeredAt = new Map<string, number>()
  let isOver = false
  let retries = 0

  /** One after the other; an answer that did not come is asked for again with the same `clientId`. */
  async function keepSending(from: Person, to: Person): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const clientId = randomUUID()
      for (let attempt = turn; !answered.has(clientId); attempt += 1) {
        const given = await clientAt(attempt)
          .call(sendMessage, { params: { id: to.id }, body: { text: clientId, clientId }, as: from })
          .catch(() => undefined)
        if (given && given.status < 300) {
          answered.set(clientId, given.body)
          answeredAt.set(given.body._id, Date.now())
          continue
        }
        if (given && given.status < 500) throw new Error(`A send was answered with ${given.status}`)
        retries += 1
        await wait(RETRY_MS)
      }
    }
  }

  /** Every conversation of this person as it is stored; `seq` has no gap. */
  async function readAll({ id, token }: Person, people: readonly Person[]): Promise<Message[]> {
    const all: Message[] = []
    for (const peer of people) {
      if (peer.id === id) continue
      const messages: Message[] = []
      for (let isMore = true; isMore; ) {
        const query = { limit: '100', ...(messages[0] && { before: messages[0]._id }) }
        const params = { id: peer.id }
        const { body } = await clientAt(0).call(listMessages, { params, query, as: token })
        messages.unshift(...body)
        isMore = body.length === 100
      }
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
      all.push(...messages)
    }
    return all
  }

  return {
    answered,
    answeredAt,
    retries: () => retries,
    start: (people: readonly Person[]): Promise<unknown> =>
      Promise.all(
        people.flatMap((from) => people.flatMap((to) => (from === to ? [] : [keepSending(from, to)]))),
      ),
    stop: () => {
      isOver = true
    },

    /** Nothing that was answered is missing, nothing is there twice, all in its place. Gives the ids. */
    async check(person: Person, people: readonly Person[]): Promise<string[]> {
      const stored = await readAll(person, people)
      const own = [...answered.values()].filter((message) =>
        [message.senderId, message.receiverId].includes(person.id),
      )
      const ids = stored.map(({ _id }) => _id).toSorted()
      expect(ids).toEqual(own.map(({ _id }) => _id).toSorted())
      for (const message of stored) expect(answered.get(message.text)?.seq).toBe(message.seq)
      return ids
    },
  }
}
