import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Response } from '@playwright/test'
import { readSecrets, type Secret } from './secrets.ts'

const TEXT = /json|html|xml|text\/plain/
const STATE = /<script type="application\/[\w+]*json"[^>]*>([\s\S]*?)<\/script>/g
/** Moderators read tickets and their senders; for everybody else it is 404 (server/test/security/access-table.ts). */
const OF_MODERATORS = /\/api\/admin\//
const TOKEN = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/
/** The body of a response may never arrive once its page is closed. */
const LAST_BODIES_MS = 3000

/** Data sent to a browser; `who` is a person's id, or undefined for a visitor. */
type Seen = { at: string; who: string | undefined; text: string }

/** All data sent to the browsers of a test: documents, responses, socket frames. */
export class Traffic {
  readonly #seen: Seen[] = []
  readonly #reading: Promise<unknown>[] = []

  watch(context: BrowserContext): void {
    context.on('response', (response) => {
      if (!TEXT.test(response.headers()['content-type'] ?? '') || OF_MODERATORS.test(response.url())) return
      this.#reading.push(this.#read(response).catch(() => undefined))
    })
    context.on('page', (page) =>
      page.on('websocket', (socket) => {
        const who = new URL(socket.url()).searchParams.get('userId') ?? undefined
        socket.on('framereceived', ({ payload }) => {
          this.#seen.push({ at: 'a socket', who, text: String(payload) })
        })
      }),
    )
  }

  async #read(response: Response): Promise<void> {
    const text = await response.text()
    const sent = response.request().headers().authorization?.replace('Bearer ', '')
    // A login or registration returns the data of the caller.
    const given = /"token":"([^"]+)"/.exec(text)?.[1]
    const registered = response.url().endsWith('/users/register') && /"_id":"([^"]+)"/.exec(text)?.[1]
    const who = registered || personOf(given ?? sent)
    this.#seen.push({ at: response.url(), who, text })
  }

  /** Private data that was sent to the wrong person, or logged by the server. */
  async leaks(dataDir: string, log: string): Promise<string[]> {
    await Promise.race([Promise.all(this.#reading), wait(LAST_BODIES_MS)])
    const { words, texts } = readSecrets(dataDir)
    const found = new Set<string>()
    for (const one of [...this.#seen, { at: 'the log', who: undefined, text: log }]) {
      const report = (secret: Secret) => {
        const isOwn = one.who !== undefined && secret.readers.has(one.who)
        const isShown = secret.shownAt?.some((name) => one.at.includes(name)) === true
        if (!isOwn && !isShown) found.add(`${secret.what}: ${one.at} to ${one.who ?? 'a visitor'}`)
      }
      for (const [word, secret] of words) if (one.text.includes(word)) report(secret)
      for (const text of stringsIn(one.text)) {
        const secret = texts.get(text)
        if (secret) report(secret)
      }
    }
    if (TOKEN.test(log)) found.add('a token: the log')
    return [...found]
  }
}

function personOf(token: string | undefined): string | undefined {
  try {
    return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).id
  } catch {
    return undefined
  }
}

/** All strings within JSON: a whole text, log lines, a frame, or the state of a page. */
function* stringsIn(text: string): Generator<string> {
  const parts = text.startsWith('<')
    ? [...text.matchAll(STATE)].map(([, json]) => json ?? '')
    : text.split('\n')
  for (const part of parts) {
    const start = part.search(/[[{]/)
    if (start < 0) continue
    try {
      yield* stringsOf(JSON.parse(part.slice(start)))
    } catch {
      // Not JSON.
    }
  }
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* stringsOf(one)
}
