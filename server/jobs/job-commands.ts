import pino from 'pino'
import { readConfig } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import { openServices } from '../open-services.ts'
import type { Services } from '../services.ts'
import { ageOfJobs, countJobs, listFailedJobs, retryFailedJobs } from './jobs.queries.ts'

const USAGE = 'Usage: jobs [retry ID | retry all]'

/** `jobs` lists waiting and dead jobs; `jobs retry` retries dead ones. */
export async function jobs([act, id, ...others]: string[]): Promise<string> {
  const isUsed = act === undefined || (act === 'retry' && id !== undefined && others.length === 0)
  if (!isUsed) throw new StartError(USAGE)
  const services = await openServices(readConfig(process.env), pino({ level: 'silent' }))
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
  const count = await retryFailedJobs(db, id === 'all' ? undefined : id)
  return count === 0
    ? 'There is nothing to send again. Reset mails cannot be: their address was removed, and the link would be old.'
    : `${count} will run again now.`
}
