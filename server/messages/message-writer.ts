import type { Kysely } from 'kysely'
import { storeReplies } from '../applications/replies.queries.ts'
import type { Config } from '../config.ts'
import type { StoredEvents } from '../inbox/event-rows.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { databaseFault } from '../lib/db.ts'
import type { Tables } from '../lib/tables.ts'
import { endOfTurn } from '../lib/turns.ts'
import { addMessageDeliveries } from '../notifications/deliveries.queries.ts'
import type { Quota } from '../quota/quota.ts'
import { countWarned } from '../warnings/warned-conversations.ts'
import type { MessageRow } from './message-rows.ts'
import { scheduleMissedMail } from './missed-messages.ts'
import { type Draft, insertMessages } from './sending.queries.ts'

type Settings = Pick<Config, 'MISSED_MAIL_MINUTES' | 'MISSED_MAIL_HOURS'> & { outreachPerDay: number }

type Waiting = {
  draft: Draft
  resolve: (message: MessageRow) => void
  reject: (reason: unknown) => void
}

/** Bounds the duration of one transaction; the rest follows in the next one. */
const MAX_BATCH = 500
/** Turns of the event loop for which a transaction may wait for more messages. */
const MAX_TURNS = 8

/**
 * Group commit: stores the messages of a few turns of the event loop in one transaction, since a commit costs far more
 * than a row. The promise of each message resolves after its commit (S6); `notify` follows every commit.
 */
export function createMessageWriter(
  db: Kysely<Tables>,
  quota: Pick<Quota, 'requireRoomForEach'>,
  { outreachPerDay, ...spans }: Settings,
  notify: (inboxes: InboxNumber[], stored: StoredEvents) => void,
) {
  const waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      await storeBatch(waiting.splice(0, MAX_BATCH))
    }
    isStoring = false
  }

  /** Waits while turns of the event loop bring more messages: under load a larger transaction costs each of them less. */
  async function gather(): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const before = waiting.length
      await endOfTurn()
      if (waiting.length === before || waiting.length >= MAX_BATCH) return
    }
  }

  async function storeBatch(batch: Waiting[]): Promise<void> {
    try {
      const drafts = batch.map(({ draft }) => draft)
      const sent = await db.transaction().execute(async (tx) => {
        // First, so that rows are locked in the order of a status change.
        await storeReplies(tx, drafts)
        const stored = await insertMessages(tx, drafts, { outreachPerDay })
        const senders = [...new Set(drafts.map(({ senderId }) => senderId))]
        await quota.requireRoomForEach(tx, senders, 'message')
        await addMessageDeliveries(tx, stored.announced)
        await scheduleMissedMail(tx, stored.announced, spans)
        await countWarned(tx, stored.messages)
        return stored
      })
      notify(sent.inboxes, sent)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const message = sent.messages[index]
        if (message) resolve(message)
        else reject(new Error('A message was not stored'))
      }
    } catch (error) {
      if (batch.length === 1 || isDatabaseDown(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One bad message must not fail the others: bisect the batch.
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
      void storeAll()
    })
}

/** Faults of the database, which bisecting the batch would only prolong. */
const isDatabaseDown = (error: unknown) =>
  ['unavailable', 'full', 'retry'].includes(databaseFault(error) ?? '')
