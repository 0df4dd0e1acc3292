import type { Act, ActInput } from '#contract/moderation.ts'
import type { ReportKind } from '#contract/reports.ts'
import { m } from '#contract/texts.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { insertJob } from '../jobs/jobs.queries.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import type { SignedIds } from '../lib/signed-ids.ts'
import { moderateMessage } from '../messages/changes.queries.ts'
import { notify } from '../notifications/notify.ts'
import { hideThing, showThing } from './hiding.ts'
import { insertLog } from './log.queries.ts'
import { liftSanction, sanction } from './sanctions.ts'
import { readSnapshot, titleOf } from './things.ts'

const DAY_MS = 24 * 3600 * 1000

/** Decisions that an author may appeal. */
const APPEALABLE: readonly Act[] = ['hide', 'warn', 'suspend', 'ban']
export const isAppealable = (act: Act) => APPEALABLE.includes(act)

/** For the author: a dismissed appeal is not a dismissed report. */
export const notifiedOf = (act: Act, isAppealed: boolean) =>
  isAppealed && act === 'dismiss' ? 'uphold' : act

const wrongState = () => conflict('WRONG_STATE', m.moderation_wrong_state())

type DecisionInput = { reportId: string; moderatorId: string; input: ActInput; appealTokens: SignedIds }
type Outcome = { inboxes: InboxNumber[]; unsettled: string | null; ended: string | null }

/**
 * Decides on a report. An open appeal is decided like a report: `dismiss` upholds the decision, `restore` reverts it.
 * Returns the work after the commit: inboxes to signal, people whose work is hidden or shown, people whose sessions have ended.
 */
export async function decide(
  tx: Tx,
  { reportId, moderatorId, input: { act, reason, days }, appealTokens }: DecisionInput,
): Promise<Outcome> {
  const report = await lockReport(tx, reportId)
  const { kind, thing_id: id, author_id: authorId } = report
  const thing = { kind, id, authorId }
  if (authorId === moderatorId) throw conflict('WRONG_STATE', m.moderation_own_thing())
  const last = await findLastDecision(tx, reportId)
  const isAppealed = last !== undefined && report.state === 'open'
  const isFrozen = report.frozen_at !== null
  const until = act === 'suspend' ? new Date(Date.now() + (days ?? 0) * DAY_MS).toISOString() : null
  const inboxes: InboxNumber[] = []
  const decisionId = newId()

  // Its conversation is locked before any inbox, as in sending, which prevents deadlocks.
  const isMessageChanged =
    kind === 'message' && (act === 'hide' || act === 'restore') && (await moderate(act === 'hide'))

  // Before the account is closed, since nobody is notified after that.
  if (authorId !== null) {
    const appeal = isAppealable(act) && !isAppealed ? appealTokens.sign(decisionId) : ''
    const title = titleOf(kind, readSnapshot(report.snapshot))
    const data = { act: notifiedOf(act, isAppealed), kind, title, appeal }
    inboxes.push(...(await notify(tx, { kind: 'moderation', senderId: null, receiverIds: [authorId], data })))
  }

  const acts: Record<Act, () => Promise<unknown>> = {
    dismiss: async () => {
      if (report.state === 'closed') throw wrongState()
      if (isFrozen) await showThing(tx, thing)
      if (isAppealed) return
      await tx
        .updateTable('report_entries')
        .set({ dismissed_at: now() })
        .where('report_id', '=', reportId)
        .execute()
    },
    warn: async () => {
      if (report.state === 'closed') throw wrongState()
      if (isFrozen) await showThing(tx, thing)
    },
    hide: async () => {
      const isNew = kind === 'message' ? isMessageChanged : await hideThing(tx, thing)
      if (!isNew && !isFrozen && !isAppealed) throw wrongState()
    },
    suspend: () => endAccount(until),
    ban: () => endAccount(null),
    restore: async () => {
      const isShown = kind === 'message' ? isMessageChanged : await showThing(tx, thing)
      const isLifted =
        authorId !== null &&
        (await isSanctionOf(tx, authorId, reportId)) &&
        (await liftSanction(tx, authorId))
      if (!isShown && !isLifted) throw wrongState()
    },
  }

  async function moderate(hidden: boolean): Promise<boolean> {
    const changed = await moderateMessage(tx, id, hidden)
    inboxes.push(...(changed ?? []))
    return changed !== undefined
  }

  async function endAccount(end: string | null) {
    if (authorId === null) throw wrongState()
    await sanction(tx, authorId, end)
    // The account is hidden as a whole, and restored as a whole; a single thing stays hidden until it is restored.
    if (isFrozen && kind === 'user') await showThing(tx, thing)
  }

  await acts[act]()
  await tx
    .updateTable('reports')
    .set({ state: 'closed', closed_at: now(), frozen_at: null })
    .where('id', '=', reportId)
    .execute()
  await tx
    .insertInto('decisions')
    .values({
      id: decisionId,
      report_id: reportId,
      author_id: authorId,
      act,
      reason,
      until,
      moderator_id: moderatorId,
      created_at: now(),
    })
    .execute()
  await insertLog(tx, { moderatorId, act, thing: { kind, id }, reason })
  if (authorId !== null) await insertJob(tx, 'moderation mail', { decisionId })
  const isEnded = act === 'suspend' || act === 'ban'
  return {
    inboxes,
    unsettled: kind === 'user' || isEnded || act === 'restore' ? authorId : null,
    ended: isEnded ? authorId : null,
  }
}

/** Stores the appeal of a decision and puts the report back into the queue; 409 for a second one. */
export async function appeal(tx: Tx, decisionId: string, text: string): Promise<void> {
  const decision = await tx
    .updateTable('decisions')
    .set({ appeal: text, appealed_at: now() })
    .where('id', '=', decisionId)
    .where('appealed_at', 'is', null)
    .returning(['report_id', 'created_at'])
    .executeTakeFirst()
  if (!decision) throw conflict('ALREADY_APPEALED', m.moderation_already_appealed())
  const last = await findLastDecision(tx, decision.report_id)
  if (last?.id !== decisionId) throw conflict('ALREADY_APPEALED', m.moderation_already_decided())
  const report = await lockReport(tx, decision.report_id)
  await reopen(tx, report)
}

/** Later reports of the same thing are in an open one: the appeal is then read there, in the history. */
async function reopen(tx: Tx, { id, kind, thing_id }: { id: string; kind: ReportKind; thing_id: string }) {
  const open = await tx
    .selectFrom('reports')
    .select('id')
    .where('kind', '=', kind)
    .where('thing_id', '=', thing_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (open) return
  await tx.updateTable('reports').set({ state: 'open', closed_at: null }).where('id', '=', id).execute()
}

/** Whether the suspension or ban in force was decided here. */
async function isSanctionOf(tx: Tx, authorId: string, reportId: string): Promise<boolean> {
  const last = await tx
    .selectFrom('decisions')
    .select(['report_id', 'act'])
    .where('author_id', '=', authorId)
    .where((row) =>
      row.or([
        row('act', 'in', ['suspend', 'ban']),
        row.and([row('act', '=', 'restore'), row('report_id', '=', reportId)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.report_id === reportId && last.act !== 'restore'
}

async function lockReport(tx: Tx, id: string) {
  const report = await tx
    .updateTable('reports')
    .set((row) => ({ kind: row.ref('kind') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!report) throw notFound()
  return report
}

const findLastDecision = (tx: Tx, reportId: string) =>
  tx
    .selectFrom('decisions')
    .select(['id', 'act', 'appealed_at'])
    .where('report_id', '=', reportId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
