import type { Kysely } from 'kysely'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import type { Stored } from '../inbox/recent.ts'
import { databaseFault } from '../lib/db.ts'
import type { Tables } from '../lib/tables.ts'
import type { MessageRow } from './messages.queries.ts'
import { type Draft, insertMessages } from './sending.queries.ts'

type Waiting = {
  draft: Draft
  resolve: (message: MessageRow) => void
  reject: (reason: unknown) => void
}

/** So that nobody waits long for the others; the rest goes with the next commit. */
const MAX_BATCH = 500

/**
 * Stores messages with one commit for all that arrive in one turn of the event loop: a commit costs far more
 * than a row. Each sender waits for the commit of the own message (S6); `told` follows it.
 */
export function createMessageWriter(
  db: Kysely<Tables>,
  told: (inboxes: InboxNumber[], stored: Stored) => void,
) {
  const waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) await storeBatch(waiting.splice(0, MAX_BATCH))
    isStoring = false
  }

  async function storeBatch(batch: Waiting[]): Promise<void> {
    try {
      const sent = await db.transaction().execute((tx) =>
        insertMessages(
          tx,
          batch.map(({ draft }) => draft),
        ),
      )
      told(sent.inboxes, sent)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const message = sent.messages[index]
        if (message) resolve(message)
        else reject(new Error('A message was not stored'))
      }
    } catch (error) {
      if (batch.length === 1 || concernsAll(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One bad message must not fail the others: it is looked for by halves.
      const half = Math.ceil(batch.length / 2)
      await storeBatch(batch.slice(0, half))
      await storeBatch(batch.slice(half))
    }
  }

  return (draft: Draft): Promise<MessageRow> =>
    new Promise((resolve, reject) => {
      waiting.push({ draft, resolve, reject })
      if (isStoring) return
      isStoring = true
      setImmediate(() => void storeAll())
    })
}

/** The fault of no single message: to try each of them would only make all wait longer. */
const concernsAll = (error: unknown) => ['unavailable', 'full', 'again'].includes(databaseFault(error) ?? '')
