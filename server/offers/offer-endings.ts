import { emptyPlaceholdersIn, fillPlaceholders, type Placeholder } from '#contract/placeholders.ts'
import { m } from '#contract/texts.ts'
import { WAITING } from '../applications/application-life.ts'
import { recountAfterAnswer } from '../applications/responsiveness.queries.ts'
import { sendNow, updateStatus } from '../applications/status.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { nextTurn } from '../lib/turns.ts'
import { notify } from '../notifications/notify.ts'
import type { Services } from '../services.ts'

/** Applicants per transaction. */
const PART = 50
const DAY_MS = 24 * 3600 * 1000

type Needs = Pick<Services, 'db' | 'bus' | 'changes'>
type Ended = { offerId: string; rejectedBy: string | null }

/** Notifies the waiting applicants of the end of the offer, each once; idempotent (LIFE-08). */
export async function notifyApplicants({ db, bus, changes }: Needs, ended: Ended): Promise<void> {
  for (let after = ''; ; await nextTurn()) {
    const { last, inboxes } = await db.transaction().execute((tx) => notifyPart(tx, ended, after))
    if (inboxes.length > 0) bus.publish({ kind: 'inboxes', inboxes })
    if (last === undefined) break
    after = last
  }
  if (ended.rejectedBy === null) return
  await changes.publish(['offers'])
  const what = { topic: 'candidates', offerId: ended.offerId } as const
  bus.publish({ kind: 'changed', userId: ended.rejectedBy, what })
}

async function notifyPart(tx: Tx, { offerId, rejectedBy }: Ended, after: string) {
  const waiting = await selectWaiting(tx, offerId)
    .where((row) => (after === '' ? row.lit(true) : row('applications.id', '>', after)))
    .orderBy('applications.id')
    .limit(PART)
    .execute()
  const inboxes = await notify(
    tx,
    waiting.map((row) => ({
      kind: 'offerEnded',
      senderId: null,
      receiverIds: [row.user_id],
      data: {
        applicationId: row.id,
        offerId,
        position: row.position,
        company: row.company,
        message: fillPlaceholders(row.closing_message ?? '', valuesFor(row)),
      },
      once: `ended ${offerId}`,
    })),
  )
  if (rejectedBy !== null) {
    for (const { id, status, sends_at } of waiting) {
      // This mail is the only notification of it.
      if (status === 'rejected' && sends_at !== null && sends_at > now()) await sendNow(tx, id)
      // Other unsent decisions stay.
      if (!WAITING.includes(status)) continue
      await updateStatus(tx, { applicationId: id, changedBy: rejectedBy, to: 'rejected', delayMinutes: 0 })
    }
    if (waiting.length > 0) await recountAfterAnswer(tx, rejectedBy)
  }
  return { last: waiting.length < PART ? undefined : waiting.at(-1)?.id, inboxes }
}

/** Refuses a message with a placeholder that has no value for one of its receivers, and names the first of them. */
export async function requireNoEmptyPlaceholder(db: Db, offerId: string, message: string): Promise<void> {
  if (!message.includes('{')) return
  for (const row of await selectWaiting(db, offerId).execute()) {
    const [empty] = emptyPlaceholdersIn(message, valuesFor(row))
    if (!empty) continue
    const person = `${row.name} ${row.surname}`.trim()
    throw invalid({ message: m.offers_empty_placeholder({ placeholder: `{${empty}}`, person }) })
  }
}

/** Applications without an answer, of active people. */
const selectWaiting = (db: Db, offerId: string) =>
  db
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('users as owner', 'owner.id', 'offers.owner_id')
    .select([
      'applications.id',
      'applications.user_id',
      'applications.applied_at',
      'applications.status',
      'applications.sends_at',
      'offers.position',
      'offers.company',
      'offers.closing_message',
      'users.name',
      'users.surname',
      'owner.name as owner_name',
      'owner.surname as owner_surname',
    ])
    .where('applications.offer_id', '=', offerId)
    .where(
      ({ fn, ref }) => fn.coalesce('applications.sent_status', ref('applications.status')),
      'in',
      WAITING,
    )
    .where('applications.withdrawn_at', 'is', null)
    .where('users.deactivated_at', 'is', null)

type Waiting = Awaited<ReturnType<ReturnType<typeof selectWaiting>['execute']>>[number]

const valuesFor = (row: Waiting): Record<Placeholder, string> => ({
  name: row.name,
  position: row.position,
  company: row.company,
  recruiter: `${row.owner_name ?? ''} ${row.owner_surname ?? ''}`.trim(),
  days: String(Math.max(0, Math.floor((Date.now() - Date.parse(row.applied_at)) / DAY_MS))),
})
