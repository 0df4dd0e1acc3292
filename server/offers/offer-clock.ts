import type { OfferState } from '#contract/offer-life.ts'
import { insertJob } from '../jobs/jobs.queries.ts'
import type { Tx } from '../lib/db.ts'
import { createFailureLog } from '../lib/failure-log.ts'
import { now } from '../lib/ids.ts'
import { inSteps } from '../lib/turns.ts'
import { notify } from '../notifications/notify.ts'
import type { Services } from '../services.ts'
import { daysAfter } from './offer-life.ts'
import { unlist } from './offers.writes.ts'

const EVERY_MS = 1000
/** Offers per transaction, each of which updates the search index (X1). */
const PART = 3
const DAY_MS = 24 * 3600 * 1000
const ENDING: OfferState[] = ['published', 'paused']

type Needs = Pick<Services, 'db' | 'config' | 'jobs' | 'realtime' | 'log'>

/**
 * Polls two indexes each second, in every process, for offers that have ended or soon will. Its writes change
 * nothing visible (LIFE-04). The returned function stops it.
 */
export function startOfferClock(services: Needs): () => Promise<void> {
  let running: Promise<void> | undefined
  const failures = createFailureLog(services.log, {
    failed: 'the clock of offers failed',
    worked: 'the clock of offers works again',
  })
  const timer = setInterval(() => {
    running ??= runOfferClock(services)
      .then(failures.worked, failures.failed)
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One run: until nothing is due. */
export async function runOfferClock(services: Needs): Promise<void> {
  for (const state of ENDING) {
    await inSteps(() => services.db.transaction().execute((tx) => expirePart(tx, state)))
    await inSteps(() => warnPart(services, state))
  }
  services.jobs.wake()
}

/** Stores the expiry of offers in this state, and the jobs that notify their applicants. True when there are more. */
async function expirePart(tx: Tx, state: OfferState): Promise<boolean> {
  const due = await tx
    .selectFrom('offers')
    .select('id')
    .where('state', '=', state)
    .where('state', '<>', 'draft')
    .where('closes_at', '<=', now())
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .orderBy('closes_at')
    .limit(PART)
    .execute()
  if (due.length === 0) return false
  const expired = await tx
    .updateTable('offers')
    .set({ state: 'expired', search_text: null })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('state', '=', state)
    .where('closes_at', '<=', now())
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['id', 'applicants_count'])
    .execute()
  if (state === 'published') {
    await unlist(
      tx,
      expired.map(({ id }) => id),
    )
  }
  for (const { id, applicants_count } of expired) {
    if (applicants_count > 0) await insertJob(tx, 'offer ended', { offerId: id, rejectedBy: null })
  }
  return due.length === PART
}

/** Notifies owners of offers that end soon, once for each end (LIFE-09). True when there are more. */
async function warnPart({ db, config, realtime }: Needs, state: OfferState): Promise<boolean> {
  const due = await db
    .selectFrom('offers')
    .select('id')
    .where('state', '=', state)
    .where('warned_at', 'is', null)
    .where('closes_at', '<=', daysAfter(now(), config.OFFER_WARNING_DAYS))
    .where('closes_at', '>', now())
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .orderBy('closes_at')
    .limit(PART)
    .execute()
  for (const { id } of due) {
    const inboxes = await db.transaction().execute((tx) => warn(tx, id, state))
    realtime.notify(inboxes)
  }
  return due.length === PART
}

async function warn(tx: Tx, id: string, state: OfferState) {
  const offer = await tx
    .updateTable('offers')
    .set({ warned_at: now() })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('warned_at', 'is', null)
    .returning(['owner_id', 'position', 'company', 'closes_at'])
    .executeTakeFirst()
  if (!offer?.owner_id) return []
  const { owner_id, position, company, closes_at } = offer
  const days = Math.max(1, Math.round((Date.parse(closes_at) - Date.now()) / DAY_MS))
  return notify(tx, {
    kind: 'offerEnding',
    senderId: null,
    receiverIds: [owner_id],
    data: { offerId: id, position, company, days },
    once: `ending ${id} ${closes_at}`,
  })
}
