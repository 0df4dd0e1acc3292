import type { Status, StatusChange } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { type InboxNumber, lockInboxes } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { dropCollected } from '../notifications/deliveries.queries.ts'
import { type NotificationEvent, notify } from '../notifications/notify.ts'
import { quotaOf, ROW_BYTES } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'
import { firstAnswerAt, isOutcome, lastSent, sentAtOf } from './application-life.ts'
import { readChangesOf } from './facts.queries.ts'

type StatusUpdate = {
  applicationId: string
  changedBy: string
  to: Status
  delayMinutes: number
  /** Only an application without a former status. */
  onlyFirst?: boolean
}

export type Updated = {
  /** The time of sending; null where nothing is sent: reverted to the last sent status. */
  sentAt: string | null
  at: string
  answeredAt: string | null
  /** An outcome that is due and of which the applicant was not notified yet: left to the caller. */
  overdue: Status | undefined
}

/** The cap for one application, whose changes are all read with it (X1, X3). */
const MAX_CHANGES = 1000

/**
 * Any status may follow any other; each change is stored (O3). Undefined for the current status; 409 for a
 * withdrawn application.
 */
export async function updateStatus(
  tx: Tx,
  { applicationId, changedBy, to, delayMinutes, onlyFirst = false }: StatusUpdate,
): Promise<Updated | undefined> {
  const { status: from, replied_at, withdrawn_at, sends_at } = await lockApplication(tx, applicationId)
  if (withdrawn_at !== null) throw conflict('WRONG_STATE', m.applications_is_withdrawn())
  if (from === to) return undefined
  const changes = (await readChangesOf(tx, [applicationId])).get(applicationId) ?? []
  if (onlyFirst && changes.length > 0) return undefined
  if (changes.length >= MAX_CHANGES)
    throw conflict('LIMIT_REACHED', m.limits_cap({ max: MAX_CHANGES, noun: quotaOf('statusChange').noun() }))
  const at = await nextChangeTime(tx, applicationId)
  const seen = lastSent(changes, at)
  const sentAt = sentAtOf(to, seen, at, delayMinutes)
  const isDelayed = sentAt > at
  const answeredAt = firstAnswerAt({
    changes: [...changes, { to, at, sentAt, by: changedBy }],
    repliedAt: replied_at,
  })
  await tx
    .updateTable('applications')
    .set({
      status: to,
      sent_status: isDelayed ? seen : null,
      sends_at: isDelayed ? sentAt : null,
      answered_at: answeredAt,
    })
    .where('id', '=', applicationId)
    .execute()
  await insertStatusChange(tx, { applicationId, changedBy, from, to, changedAt: at, sentAt })
  if (to === 'accepted') await changeTotal(tx, 'hires', 1)
  if (from === 'accepted') await changeTotal(tx, 'hires', -1)
  await countCreated(tx, [{ subject: changedBy, kind: 'statusChange', bytes: ROW_BYTES }])
  const overdue = sends_at !== null && sends_at <= at ? from : undefined
  return { at, sentAt: to === seen ? null : sentAt, answeredAt, overdue }
}

/** Sends a waiting outcome at once; 409 if there is none (APPL-04). Returns the status. */
export async function sendNow(tx: Tx, applicationId: string): Promise<Status> {
  const { status, withdrawn_at, sends_at } = await lockApplication(tx, applicationId)
  if (withdrawn_at !== null) throw conflict('WRONG_STATE', m.applications_is_withdrawn())
  const at = now()
  if (sends_at === null || sends_at <= at) {
    throw conflict('WRONG_STATE', m.applications_nothing_to_send())
  }
  const last = await tx
    .selectFrom('application_changes')
    .select(['id', 'changed_at'])
    .where('application_id', '=', applicationId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const sentAt = last.changed_at > at ? last.changed_at : at
  await tx.updateTable('application_changes').set({ sent_at: sentAt }).where('id', '=', last.id).execute()
  await markSent(tx, applicationId, sentAt)
  return status
}

export type SentApplication = { id: string; userId: string; ownerId: string | null; offerId: string }

/** Notifies the applicants of due outcomes, once each; their rows then have the sent status only. */
export async function sendDue(
  tx: Tx,
  limit: number,
  mailMinutes: number,
): Promise<{ applications: SentApplication[]; inboxes: InboxNumber[] }> {
  const due = await tx
    .selectFrom('applications')
    .select(['id', 'sends_at'])
    .where('sends_at', '<=', now())
    .where('sends_at', 'is not', null)
    .orderBy('sends_at')
    .limit(limit)
    .execute()
  const applications: SentApplication[] = []
  const events: NotificationEvent[] = []
  // In one order everywhere, which prevents deadlocks.
  for (const { id, sends_at } of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const taken = await tx
      .updateTable('applications')
      .set({ sent_status: null, sends_at: null })
      .where('id', '=', id)
      .where('sends_at', '=', sends_at)
      .where('withdrawn_at', 'is', null)
      .returning('status')
      .executeTakeFirst()
    if (!taken) continue
    const { event, application } = await statusEvent(tx, id, taken.status, mailMinutes)
    events.push(event)
    applications.push(application)
  }
  return { applications, inboxes: await notify(tx, events) }
}

/** Events of one application within `mailMinutes` make one mail, with the last of them (APPL-03). */
const collectKeyOf = (applicationId: string) => `application ${applicationId}`

/** Cancels a mail that is not sent yet, of an application that is pending again or withdrawn. */
export async function cancelStatusMail(tx: Tx, userId: string, applicationId: string): Promise<void> {
  await lockInboxes(tx, [userId])
  await dropCollected(tx, userId, collectKeyOf(applicationId))
}

/** The notification for the applicant. */
export async function statusEvent(tx: Tx, applicationId: string, status: Status, mailMinutes: number) {
  const row = await tx
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .select([
      'applications.user_id',
      'applications.offer_id',
      'offers.position',
      'offers.company',
      'offers.owner_id',
    ])
    .where('applications.id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const { user_id: userId, offer_id: offerId, owner_id: ownerId, position, company } = row
  const application: SentApplication = { id: applicationId, userId, ownerId, offerId }
  const event: NotificationEvent = {
    kind: isOutcome(status) ? 'applicationDecision' : 'applicationStatus',
    senderId: ownerId,
    receiverIds: [userId],
    data: { applicationId, offerId, position, company, status },
    collect: { key: collectKeyOf(applicationId), ms: mailMinutes * 60_000 },
  }
  return { event, application }
}

/** Marks the stored status as sent. */
async function markSent(tx: Tx, applicationId: string, sentAt: string): Promise<void> {
  await tx
    .updateTable('applications')
    .set((row) => ({
      sent_status: null,
      sends_at: null,
      answered_at: row
        .case()
        .when('answered_at', '>', sentAt)
        .then(sentAt)
        .else(row.ref('answered_at'))
        .end(),
    }))
    .where('id', '=', applicationId)
    .execute()
}

/** Locks the row by a write before it is read, which serialises concurrent changes. */
async function lockApplication(tx: Tx, id: string) {
  await tx
    .updateTable('applications')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', id)
    .execute()
  const row = await tx
    .selectFrom('applications')
    .select(['status', 'replied_at', 'withdrawn_at', 'sends_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The status changes of an application, oldest first. For the owner of the offer only. */
export async function listChanges(db: Db, applicationId: string): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('application_changes as change')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'change.changed_by').on('users.deactivated_at', 'is', null),
    )
    .select([
      'change.from_status',
      'change.to_status',
      'change.changed_at',
      'users.id',
      'users.name',
      'users.surname',
    ])
    .where('change.application_id', '=', applicationId)
    .orderBy('change.changed_at')
    .orderBy('change.id')
    .execute()
  return rows.map((row) => ({
    from: row.from_status,
    to: row.to_status,
    changedBy: row.id,
    changedByName: row.id === null ? '' : `${row.name} ${row.surname}`,
    changedAt: row.changed_at,
  }))
}

type NewChange = {
  applicationId: string
  changedBy: string
  from: Status | null
  to: Status
  changedAt: string
  sentAt: string
}

export async function insertStatusChange(
  tx: Tx,
  { applicationId, changedBy, from, to, changedAt, sentAt }: NewChange,
): Promise<void> {
  await tx
    .insertInto('application_changes')
    .values({
      id: newId(),
      application_id: applicationId,
      changed_by: changedBy,
      from_status: from,
      to_status: to,
      changed_at: changedAt,
      sent_at: sentAt,
    })
    .execute()
}

/** Later than every former change, even in the same millisecond or by a slow clock: a history has one order. */
async function nextChangeTime(tx: Tx, applicationId: string): Promise<string> {
  const { last } = await tx
    .selectFrom('application_changes')
    .select(({ fn }) => fn.max('changed_at').as('last'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const time = now()
  return last === null || last < time ? time : new Date(Date.parse(last) + 1).toISOString()
}
