import type { Kysely } from 'kysely'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import type { Stored } from '../inbox/recent.ts'
import type { Tables } from '../lib/tables.ts'
import type { MessageRow } from './messages.queries.ts'
import { type Draft, insertMessages } from './sending.queries.ts'

type Waiting = {
  draft: Draft
  resolve: (message: MessageRow) => void
  reject: (reason: unknown) => void
}

const MAX_BATCH = 200

/**
 * Stores messages with one commit for all that arrive in one turn of the event loop: a commit costs far more
 * than a row. Each sender waits for the commit of the own message (S6); `told` follows it.
 */
export function createOutgoing(db: Kysely<Tables>, told: (inboxes: InboxNumber[], stored: Stored) => void) {
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
      const [only, ...others] = batch
      if (others.length === 0) only?.reject(error)
      // One bad message must not fail the others: each is tried alone.
      else for (const one of batch) await storeBatch([one])
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
