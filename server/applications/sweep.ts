import { setTimeout as wait } from 'node:timers/promises'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { repeatUntilDone } from '../lib/batches.ts'
import { createFailureLog } from '../lib/failure-log.ts'
import type { Services } from '../services.ts'
import { notifyNoAnswer, remindOwners } from './reminders.queries.ts'
import { recountDue } from './responsiveness.queries.ts'
import { sendDue } from './status.queries.ts'

const SWEEP_MS = 5000
/** Rows per transaction. */
const BATCH = 50

export type SweepServices = Pick<Services, 'db' | 'config' | 'changes' | 'realtime' | 'jobs' | 'log'>

/**
 * Sends due events: outcomes, 'no answer', reminders; recounts responsiveness. Every step is
 * conditional on its row, so that several processes, kills and repetitions send once. No state depends on it.
 */
export async function sweep(services: SweepServices): Promise<void> {
  const { db, config, realtime, jobs } = services
  const notified = (inboxes: InboxNumber[]) => {
    if (inboxes.length === 0) return
    realtime.notify(inboxes)
    jobs.wake()
  }
  await repeatUntilDone(async () => {
    const sent = await db.transaction().execute((tx) => sendDue(tx, BATCH, config.STATUS_MAIL_MINUTES))
    notified(sent.inboxes)
    for (const { userId, ownerId, offerId } of sent.applications) {
      realtime.changed(userId, { topic: 'applications' })
      if (ownerId) realtime.changed(ownerId, { topic: 'candidates', offerId })
    }
    return sent.applications.length < BATCH
  })
  await repeatUntilDone(async () => {
    const { count, inboxes, userIds } = await db
      .transaction()
      .execute((tx) => notifyNoAnswer(tx, config.NO_ANSWER_DAYS, BATCH))
    notified(inboxes)
    for (const userId of userIds) realtime.changed(userId, { topic: 'applications' })
    return count < BATCH
  })
  for (const inboxes of await remindOwners(db, config)) notified(inboxes)
  await repeatUntilDone(async () => !(await recountDue(services)))
}

/** Sweeps every few seconds. The returned function stops it, and waits for a running sweep. */
export function startSweeping(services: SweepServices): () => Promise<void> {
  const stop = new AbortController()
  const everyMs = Math.min(SWEEP_MS, Math.max(200, services.config.RESPONSIVENESS_SECONDS * 500))
  const failures = createFailureLog(services.log, {
    failed: 'sweep of applications failed',
    worked: 'sweep of applications works again',
  })
  const run = async () => {
    while (!stop.signal.aborted) {
      await sweep(services).then(failures.worked, failures.failed)
      await wait(everyMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stop.abort()
    await running
  }
}
