import { removeUnusedFiles } from '../files/clean-up.ts'
import { deleteOldRepositoryResponses } from '../github/github.queries.ts'
import { deleteFormerHandles, redirectsSince } from '../handles/handles.queries.ts'
import { deleteExpiredIdempotencyKeys } from '../http/idempotency.ts'
import { pruneInboxes } from '../inbox/retention.ts'
import { deleteFailedJobs, scheduleJob } from '../jobs/jobs.queries.ts'
import { fillSearchTexts } from '../migrations/0037_message_changes.ts'
import { storeNumbers } from '../moderation/numbers.queries.ts'
import { deleteOldDeliveries } from '../notifications/deliveries.queries.ts'
import { deleteOldFlows } from '../openid/identities.queries.ts'
import { deleteOldVisitorUsage } from '../quota/usage.queries.ts'
import { deleteOldVerifications } from '../recruiters/verification.queries.ts'
import type { Services } from '../services.ts'
import { deleteOldEmailTokens } from '../users/email.queries.ts'
import { eraseDueAccounts } from '../users/erasure.ts'
import { deleteOldResetTokens } from '../users/reset.queries.ts'
import { deleteOldSignInTickets } from '../users/sign-in-tickets.queries.ts'
import { asLeader } from './leader.ts'
import {
  deleteOldMails,
  deleteOldReports,
  deleteOldSessions,
  deleteOldSupportTickets,
  emptyOldApplications,
  pruneOldHistory,
} from './retention.ts'

const HOUR_MS = 3600 * 1000

/** The tasks of scheduled maintenance. One process at a time runs them. */
export const TASKS: Record<string, (services: Services) => Promise<void>> = {
  'remove unused files': (services) => removeUnusedFiles(services),
  'prune inboxes': async ({ db, realtime }) => realtime.notify(await pruneInboxes(db)),
  'evict old repository responses': ({ db }) =>
    deleteOldRepositoryResponses(db, new Date(Date.now() - 30 * 24 * HOUR_MS).toISOString()),
  'delete old reset links': ({ db }) => deleteOldResetTokens(db),
  'delete old links about addresses': ({ db }) => deleteOldEmailTokens(db),
  'delete old sign-in tickets': ({ db }) => deleteOldSignInTickets(db),
  'delete old sign-ins with providers': ({ db }) => deleteOldFlows(db),
  'delete old proofs of domains': ({ db }) => deleteOldVerifications(db),
  'delete former handles': ({ config, db }) => deleteFormerHandles(db, redirectsSince(config)),
  'delete undelivered mail and push': ({ db }) => deleteOldDeliveries(db),
  'delete failed jobs': ({ db }) => deleteFailedJobs(db),
  'delete expired idempotency keys': ({ db }) => deleteExpiredIdempotencyKeys(db),
  'delete the counts of visitors': ({ db }) => deleteOldVisitorUsage(db),
  'delete old sessions': (services) => deleteOldSessions(services),
  'delete old tickets': (services) => deleteOldSupportTickets(services),
  'delete old reports': (services) => deleteOldReports(services),
  'empty old applications': (services) => emptyOldApplications(services),
  'thin old history': (services) => pruneOldHistory(services),
  'count the days': ({ db }) => storeNumbers(db),
  // Rows stored by a node of the former release since the back-fill.
  'index messages for the search': async ({ db }) => {
    const migration = '0037_message_changes'
    if ((await fillSearchTexts(db)) === 0) return
    await scheduleJob(db, 'back-fill', { migration }, { key: migration, ifWaiting: 'keep' })
  },
  'erase deactivated accounts': (services) => eraseDueAccounts(services),
}

/** Tasks on the data directory, which is separate for each process. */
export const LOCAL_TASKS: typeof TASKS = {
  'delete old mails': (services) => deleteOldMails(services),
}

/** Runs an hour after the former run. The returned function stops it, and waits for a running task. */
export function startMaintenance(services: Services, pauseMs = HOUR_MS): () => Promise<void> {
  let running = Promise.resolve()
  let isStopped = false
  let timer = schedule()

  function schedule() {
    return setTimeout(() => {
      running = runAll(services).then(() => {
        if (!isStopped) timer = schedule()
      })
    }, pauseMs).unref()
  }

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

async function runAll(services: Services): Promise<void> {
  await runTasks(LOCAL_TASKS, services)
  await asLeader(services, () => runTasks(TASKS, services)).catch((err: unknown) =>
    services.log.error({ err }, 'maintenance failed'),
  )
}

/** Logs failures; the other tasks still run. */
async function runTasks(tasks: typeof TASKS, services: Services): Promise<void> {
  for (const [task, run] of Object.entries(tasks)) {
    await run(services).catch((err: unknown) => services.log.error({ err, task }, 'maintenance task failed'))
  }
}
