import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Response } from '@playwright/test'
import { readSecrets, type Secret } from './secrets.ts'

const TEXT = /json|html|xml|text\/plain/
const STATE = /<script type="application\/[\w+]*json"[^>]*>([\s\S]*?)<\/script>/g
const TOKEN = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/
/** An answer that a closed page no longer gives is not waited for. */
const LAST_BODIES_MS = 3000

/** What somebody was sent; `who` is a person's id, and undefined is a visitor. */
type Seen = { at: string; who: string | undefined; text: string }

/** Everything that the browsers of a test are told: documents, answers, socket frames. */
export class Traffic {
  readonly #seen: Seen[] = []
  readonly #reading: Promise<unknown>[] = []

  watch(context: BrowserContext): void {
    context.on('response', (response) => {
      if (!TEXT.test(response.headers()['content-type'] ?? '')) return
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
    // Who signs in or registers is told about itself.
    const given = /"token":"([^"]+)"/.exec(text)?.[1]
    const registered = response.url().endsWith('/users/register') && /"_id":"([^"]+)"/.exec(text)?.[1]
    const who = registered || personOf(given ?? sent)
    this.#seen.push({ at: response.url(), who, text })
  }

  /** What was told to somebody who may not know it, or stands in the log of the server. */
  async leaks(dataDir: string, log: string): Promise<string[]> {
    await Promise.race([Promise.all(this.#reading), wait(LAST_BODIES_MS)])
    const { words, texts } = readSecrets(dataDir)
    const found = new Set<string>()
    for (const one of [...this.#seen, { at: 'the log', who: undefined, text: log }]) {
      const tell = (secret: Secret) => {
        const isOwn = one.who !== undefined && secret.readers.has(one.who)
        const isShown = secret.shownAt !== undefined && one.at.includes(secret.shownAt)
        if (!isOwn && !isShown) found.add(`${secret.what}: ${one.at} to ${one.who ?? 'a visitor'}`)
      }
      for (const [word, secret] of words) if (one.text.includes(word)) tell(secret)
      for (const text of stringsIn(one.text)) {
        const secret = texts.get(text)
        if (secret) tell(secret)
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

/** Every string of what is JSON in it: the whole, the lines of a log, a frame, or the state of a page. */
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
      // No JSON after all.
    }
  }
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* stringsOf(one)
}
