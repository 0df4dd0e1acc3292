import type { Config } from '../config.ts'
import { ageOfJobs, countJobs } from '../jobs/jobs.queries.ts'
import type { Db } from '../lib/db.ts'
import type { CheckResult } from './check-result.ts'

/** As the alert PuenteJobsLate. */
const LATE_SECONDS = 600

/** Waiting and failed jobs, in the terms of `puente jobs`. */
export async function describeJobs(db: Db): Promise<CheckResult> {
  const { waiting, scheduled, failed } = await countJobs(db)
  const [late] = Object.entries(await ageOfJobs(db))
    .filter(([, seconds]) => seconds > LATE_SECONDS)
    .sort(([, one], [, other]) => other - one)
  const text = `${waiting} waiting, ${scheduled} scheduled for later, ${failed} failed`
  if (late) {
    const [kind, seconds] = late
    return { warning: `${text}; the oldest ${kind} has been due for ${Math.round(seconds / 60)} minutes` }
  }
  return failed > 0 ? { warning: `${text}: \`puente jobs\` shows why` } : text
}

/** The moderators, who receive reports and contact forms. */
export async function describeModerators(db: Db, { MODERATOR_EMAILS }: Config): Promise<CheckResult> {
  const people = await db
    .selectFrom('users')
    .leftJoin('moderators', 'moderators.user_id', 'users.id')
    .select(['users.email', 'users.unconfirmed_at', 'moderators.user_id as named'])
    .where((row) =>
      row.or([
        row('moderators.user_id', 'is not', null),
        ...(MODERATOR_EMAILS.length > 0 ? [row('users.email', 'in', MODERATOR_EMAILS)] : []),
      ]),
    )
    .where('users.deactivated_at', 'is', null)
    .execute()
  const moderators = people.filter(({ named, unconfirmed_at }) => named !== null || unconfirmed_at === null)
  const missing = MODERATOR_EMAILS.filter((email) => !moderators.some((one) => one.email === email))
  if (missing.length > 0) {
    return {
      warning: `${missing.join(', ')} in MODERATOR_EMAILS: no active account has this address and has confirmed it`,
    }
  }
  if (moderators.length > 0) return String(moderators.length)
  return { warning: 'none: nobody sees reports and contact forms. Run `puente moderator EMAIL`' }
}
