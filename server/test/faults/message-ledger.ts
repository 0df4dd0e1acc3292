import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { editMessage, listMessages, removeMessage, sendMessage } from '#contract/messages.ts'
import type { Person } from '../builders.ts'
import { createClient } from '../client.ts'
import type { Random } from '../random.ts'

const RETRY_MS = 50
/** The share of requests that are aborted, within this time. */
const CUT_SHARE = 0.05
const CUT_WITHIN_MS = 40
/** The share of lost responses that are not retried. */
const GIVEN_UP_SHARE = 0.3
/** The share that reuses an earlier `clientId` for another text and must be refused. */
const REFUSED_SHARE = 0.03
/** The share of messages that are edited, or removed, once they are acknowledged. */
const CHANGED_SHARE = 0.1

/** The outcome of a message for its sender; `respondedAt` is the time of the response. */
type Entry =
  | { outcome: 'acknowledged'; message: Message; respondedAt: number }
  | { outcome: 'refused' | 'unknown' }

/** An edit, or a removal by an empty text; `isSure` once it is acknowledged. */
type Change = { from: string; text: string; isSure: boolean }

/**
 * Sends messages by any of the servers until stopped, and records the outcome of each by its text. `pauseMs` is the
 * mean pause between two messages of a person to another.
 */
export function openMessageLedger(urls: readonly string[], random: Random, { pauseMs = 0 } = {}) {
  const clients = urls.map(createClient)
  const entries = new Map<string, Entry>()
  /** By the id of the message; each is changed once. */
  const changes = new Map<string, Change>()
  let isOver = false
  let [retries, requestsCut] = [0, 0]

  /** The response, or undefined if it was lost. */
  async function post(from: Person, to: Person, body: { text: string; clientId: string }) {
    const breaking = random.chance(CUT_SHARE) ? AbortSignal.timeout(random.int(0, CUT_WITHIN_MS)) : undefined
    if (breaking) requestsCut += 1
    const response = await random
      .pick(clients)
      .call(sendMessage, { params: { id: to.id }, body, as: from, ...(breaking && { signal: breaking }) })
      .catch(() => undefined)
    return response && response.status < 500 ? response : undefined
  }

  /** One message, until it is acknowledged or given up. */
  async function send(from: Person, to: Person, clientId: string): Promise<void> {
    entries.set(clientId, { outcome: 'unknown' })
    for (;;) {
      const response = await post(from, to, { text: clientId, clientId })
      if (response) {
        expect([200, 201], JSON.stringify(response.body)).toContain(response.status)
        entries.set(clientId, { outcome: 'acknowledged', message: response.body, respondedAt: Date.now() })
        return
      }
      if (random.chance(GIVEN_UP_SHARE)) return
      retries += 1
      await wait(RETRY_MS)
    }
  }

  async function sendReused(from: Person, to: Person, clientId: string): Promise<void> {
    const text = randomUUID()
    const response = await post(from, to, { text, clientId })
    if (response) expect(response.status).toBe(409)
    // Whether the refusal arrived or not, that text must not be stored.
    entries.set(text, { outcome: 'refused' })
  }

  /** Edits or removes a message, in one try. */
  async function change(as: Person, { _id: id, text: from }: Message): Promise<void> {
    const changed: Change = { from, text: random.chance(0.5) ? `${from} again` : '', isSure: false }
    changes.set(id, changed)
    const { text } = changed
    const client = random.pick(clients)
    const response = await (text === ''
      ? client.call(removeMessage, { params: { id }, as })
      : client.call(editMessage, { params: { id }, body: { text }, as })
    ).catch(() => undefined)
    if (!response || response.status >= 500) return
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    changed.isSure = true
  }

  /** One after the other. */
  async function keepSending(from: Person, to: Person): Promise<void> {
    let earlier: string | undefined
    while (!isOver) {
      if (earlier !== undefined && random.chance(REFUSED_SHARE)) await sendReused(from, to, earlier)
      const clientId = randomUUID()
      await send(from, to, clientId)
      const entry = entries.get(clientId)
      if (entry?.outcome === 'acknowledged') {
        earlier = clientId
        if (random.chance(CHANGED_SHARE)) await change(from, entry.message)
      }
      if (pauseMs > 0) await wait(random.float(0, 2 * pauseMs))
    }
  }

  /** Every stored conversation of this person, in the order of `seq`. */
  async function readAll({ id, token }: Person, people: readonly Person[]): Promise<Message[][]> {
    const conversations: Message[][] = []
    for (const peer of people) {
      if (peer.id === id) continue
      const pages: Message[][] = []
      for (let isMore = true; isMore; ) {
        const query = { limit: '100', ...(pages[0]?.[0] && { before: pages[0][0]._id }) }
        const { body } = await random
          .pick(clients)
          .call(listMessages, { params: { id: peer.id }, query, as: token })
        pages.unshift(body)
        isMore = body.length === 100
      }
      conversations.push(pages.flat())
    }
    return conversations
  }

  const count = (outcome: Entry['outcome']) =>
    [...entries.values()].filter((entry) => entry.outcome === outcome).length

  return {
    counts: () => ({
      acknowledged: count('acknowledged'),
      refused: count('refused'),
      unknown: count('unknown'),
      retries,
      requestsCut,
    }),

    start: (people: readonly Person[]): Promise<unknown> =>
      Promise.all(
        people.flatMap((from) => people.flatMap((to) => (from === to ? [] : [keepSending(from, to)]))),
      ),
    stop: () => {
      isOver = true
    },

    respondedAt(text: string): number | undefined {
      const entry = entries.get(text)
      return entry?.outcome === 'acknowledged' ? entry.respondedAt : undefined
    },

    /**
     * Checks the stored messages of this person: every acknowledged one once, with the `seq` of its response, as it was
     * last changed; no refused one; no gap in `seq`.
     */
    async check(person: Person, people: readonly Person[]): Promise<Message[][]> {
      const conversations = await readAll(person, people)
      const stored = new Map<string, Message>()
      for (const messages of conversations) {
        expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
        for (const message of messages) {
          const changed = changes.get(message._id)
          const sent = changed?.from ?? message.text
          expect(stored.has(sent), 'stored twice').toBe(false)
          stored.set(sent, message)
          expect(['acknowledged', 'unknown']).toContain(entries.get(sent)?.outcome)
          if (!changed) continue
          expect(changed.isSure ? [changed.text] : [sent, changed.text]).toContain(message.text)
          expect(message.removedAt !== null).toBe(message.text === '')
        }
      }
      for (const entry of entries.values()) {
        if (entry.outcome !== 'acknowledged') continue
        const { _id, seq, senderId, receiverId, text } = entry.message
        if (senderId === person.id || receiverId === person.id) {
          expect(stored.get(text)).toMatchObject({ _id, seq, senderId, receiverId })
        }
      }
      return conversations
    },
  }
}

export type MessageLedger = ReturnType<typeof openMessageLedger>
