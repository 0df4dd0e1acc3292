import { sql } from 'kysely'
import { hiddenFrom } from '../blocks/blocks.queries.ts'
import type { Config } from '../config.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { parseTextList } from '../lib/mapping.ts'
import { type NotificationEvent, notify } from '../notifications/notify.ts'
import { findSimilar } from '../offers/similar-offers.queries.ts'
import { WAITING } from './application-life.ts'

const DAY_MS = 24 * 3600_000
const HOUR_MS = 3600_000
/** Older ones, after an update or a long stop of the server, are not notified. */
const STALE_DAYS = 30
const MAX_OWNERS = 100

const before = (time: string, ms: number) => new Date(Date.parse(time) - ms).toISOString()

/** Neither answered nor withdrawn, to an open offer; sent statuses of older rows are answers, too. */
const selectUnanswered = (db: Db) =>
  db
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .where('applications.answered_at', 'is', null)
    .where('applications.withdrawn_at', 'is', null)
    .where('applications.no_answer_sent_at', 'is', null)
    .where('applications.status', 'in', WAITING)
    .where('offers.deleted_at', 'is', null)
    .where('offers.hidden_at', 'is', null)
    .where('offers.state', 'in', ['published', 'paused'])
    .where('offers.closes_at', '>', now())

/** Notifies applicants without an answer in time, once each (APPL-09). */
export async function notifyNoAnswer(
  tx: Tx,
  noAnswerDays: number,
  limit: number,
): Promise<{ count: number; inboxes: InboxNumber[]; userIds: string[] }> {
  const time = now()
  const due = await selectUnanswered(tx)
    .select([
      'applications.id',
      'applications.user_id',
      'applications.offer_id',
      'offers.position',
      'offers.company',
      'offers.skills',
    ])
    .where('applications.applied_at', '<=', before(time, noAnswerDays * DAY_MS))
    .where('applications.applied_at', '>', before(time, (noAnswerDays + STALE_DAYS) * DAY_MS))
    .orderBy('applications.applied_at')
    .limit(limit)
    .execute()
  if (due.length === 0) return { count: 0, inboxes: [], userIds: [] }
  // Another process, or the answer, may have come first.
  const taken = await tx
    .updateTable('applications')
    .set({ no_answer_sent_at: time })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('no_answer_sent_at', 'is', null)
    .where('answered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  const ids = new Set(taken.map(({ id }) => id))
  const notified = due.filter(({ id }) => ids.has(id))
  const events: NotificationEvent[] = []
  for (const { id, user_id: userId, offer_id: offerId, position, company, skills } of notified) {
    const similar = await findSimilar(tx, {
      offerId,
      skills: parseTextList(skills),
      notAppliedBy: userId,
      hidden: await hiddenFrom(tx, { id: userId }),
    })
    const days = Math.round(noAnswerDays)
    events.push({
      kind: 'noAnswer',
      senderId: null,
      receiverIds: [userId],
      data: { applicationId: id, offerId, position, company, days, similar },
      once: `no answer ${id}`,
    })
  }
  const inboxes = await notify(tx, events)
  return { count: due.length, inboxes, userIds: notified.map(({ user_id }) => user_id) }
}

type Spans = Pick<Config, 'ANSWER_REMINDER_DAYS' | 'NO_ANSWER_DAYS'>

/** The applications of a reminder. */
const selectToRemind = (db: Db, config: Spans, time: string) =>
  selectUnanswered(db)
    .innerJoin('users as owner', 'owner.id', 'offers.owner_id')
    .where('applications.applied_at', '<=', before(time, config.ANSWER_REMINDER_DAYS * DAY_MS))
    .where('applications.applied_at', '>', before(time, config.NO_ANSWER_DAYS * DAY_MS))

const MAX_LISTED = 500

/** The applicants in an owner's reminder: all waiting ones, the longest first. */
export async function listToRemind(db: Db, config: Spans, ownerId: string) {
  const time = now()
  const rows = await selectToRemind(db, config, time)
    .innerJoin('users as applicant', 'applicant.id', 'applications.user_id')
    .select([
      'applications.id',
      'applications.applied_at',
      'applications.offer_id as offerId',
      'offers.position',
      'applicant.name',
      'applicant.surname',
    ])
    .where('owner.id', '=', ownerId)
    .where('applicant.deactivated_at', 'is', null)
    .orderBy('applications.applied_at')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ applied_at, name, surname, ...row }) => ({
    ...row,
    name: `${name} ${surname}`.trim(),
    days: daysBetween(applied_at, time),
  }))
}

const daysBetween = (from: string, to: string) => Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS)

/**
 * Reminds owners of applications that wait for ANSWER_REMINDER_DAYS, of all of them at once, at most once in
 * REMINDER_MAIL_HOURS (APPL-08). The inboxes of each owner.
 */
export async function remindOwners(db: Db, config: Config): Promise<InboxNumber[][]> {
  const time = now()
  const waiting = () => selectToRemind(db, config, time)
  const owners = await waiting()
    .select('owner.id')
    .distinct()
    .where((row) =>
      row.or([
        row('owner.reminder_mailed_at', 'is', null),
        row('owner.reminder_mailed_at', '<=', before(time, config.REMINDER_MAIL_HOURS * HOUR_MS)),
      ]),
    )
    .limit(MAX_OWNERS)
    .execute()
  const reminded: InboxNumber[][] = []
  for (const { id } of owners) {
    const applications = await waiting()
      .select(['applications.id', 'applications.applied_at', 'applications.offer_id', 'offers.position'])
      .where('owner.id', '=', id)
      .orderBy('applications.applied_at')
      .execute()
    reminded.push(
      await db.transaction().execute((tx) => remind(tx, { ownerId: id, applications, time, config })),
    )
  }
  return reminded
}

type Reminder = {
  ownerId: string
  applications: { id: string; applied_at: string; offer_id: string; position: string }[]
  time: string
  config: Config
}

async function remind(tx: Tx, { ownerId, applications, time, config }: Reminder): Promise<InboxNumber[]> {
  const [oldest] = applications
  if (!oldest) return []
  // Another process may have come first.
  const taken = await tx
    .updateTable('users')
    .set({ reminder_mailed_at: time })
    .where('id', '=', ownerId)
    .where((row) =>
      row.or([
        row('reminder_mailed_at', 'is', null),
        row('reminder_mailed_at', '<=', before(time, config.REMINDER_MAIL_HOURS * HOUR_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!taken) return []
  await tx
    .updateTable('applications')
    .set({ reminded_at: sql<string>`coalesce(reminded_at, ${time})` })
    .where(
      'id',
      'in',
      applications.map(({ id }) => id),
    )
    .execute()
  return notify(tx, {
    kind: 'answerReminder',
    senderId: null,
    receiverIds: [ownerId],
    data: {
      offerId: oldest.offer_id,
      position: oldest.position,
      count: applications.length,
      days: daysBetween(oldest.applied_at, time),
    },
  })
}
