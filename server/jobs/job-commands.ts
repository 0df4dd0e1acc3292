import pino from 'pino'
import { Id } from '#contract/values.ts'
import { readConfig } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import { openServices, requireDatabase } from '../open-services.ts'
import { usageError } from '../operator-help.ts'
import type { Services } from '../services.ts'
import { ageOfJobs, countJobs, hasFailedJob, listFailedJobs, retryFailedJobs } from './jobs.queries.ts'

/** `jobs` lists waiting and dead jobs; `jobs retry` retries dead ones. */
export async function jobs([act, id, ...others]: string[]): Promise<string> {
  const isRetry = act === 'retry' && id !== undefined && others.length === 0
  if (act !== undefined && !isRetry) throw usageError('jobs', 'That is none of its forms.')
  const config = readConfig(process.env)
  requireDatabase(config)
  const services = await openServices(config, pino({ level: 'silent' }))
  try {
    return id === undefined ? await report(services) : await retry(services, id)
  } finally {
    await services.close()
  }
}

async function report({ db }: Services): Promise<string> {
  const [{ waiting, scheduled, failed }, ages, failures] = [
    await countJobs(db),
    await ageOfJobs(db),
    await listFailedJobs(db),
  ]
  return [
    `${waiting} waiting, ${scheduled} scheduled for later, ${failed} failed`,
    ...Object.entries(ages).map(
      ([kind, seconds]) => `waiting: ${kind}, the oldest for ${Math.round(seconds)} s`,
    ),
    ...failures.map(
      ({ id, kind, attempts, failed_at, last_error }) =>
        `failed: ${id}  ${failed_at}  ${kind}  ${attempts} attempts  ${last_error}`,
    ),
  ].join('\n')
}

/** The running server finds them within a second. */
async function retry({ db }: Services, id: string): Promise<string> {
  if (id !== 'all' && !(Id.safeParse(id).success && (await hasFailedJob(db, id))))
    throw new StartError(`No permanently failed job has the id ${id}. \`puente jobs\` lists them.`)
  const count = await retryFailedJobs(db, id === 'all' ? undefined : id)
  return count === 0
    ? 'There is nothing to retry. Reset mails cannot be retried: their address was removed, and the link would have expired.'
    : `${count} will run again now.`
}
