import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { now } from '../lib/ids.ts'
import { createMeters } from '../operations/meters.ts'
import type { Services } from '../services.ts'
import { openTestDatabase } from '../test/database.ts'
import { jobHandlers } from './handlers.ts'
import { deleteFailedJobs } from './jobs.queries.ts'
import { createJobs, type JobServices } from './worker.ts'

const { db } = await openTestDatabase()
const log = pino({ level: 'silent' })
const services = { db, log, config: readConfig({}), meters: createMeters() } as unknown as JobServices &
  Services

let done: string[] = []
let failing: string[] = []
const handlers = {
  ...jobHandlers,
  'reset mail': async (_: unknown, { email }: { email: string }) => {
    if (failing.includes(email))
      throw Object.assign(new Error(`550 <${email}> refused`), { code: 'EENVELOPE' })
    done.push(email)
  },
}
const storedJobs = () =>
  db.selectFrom('jobs').select(['payload', 'attempts', 'failed_at', 'last_error']).execute()
const makeDue = () => db.updateTable('jobs').set({ run_at: now() }).execute()

beforeEach(async () => {
  await db.deleteFrom('jobs').execute()
  done = []
  failing = []
})

describe('jobs', () => {
  test('run once, in the order of their insertion, and are deleted', async () => {
    const jobs = createJobs(services, handlers)
    for (const email of ['a', 'b', 'c']) await jobs.add(db, 'reset mail', { email })
    expect(done).toEqual([])
    jobs.wake()
    jobs.wake()
    await jobs.settled()
    expect(done).toEqual(['a', 'b', 'c'])
    expect(await storedJobs()).toEqual([])
  })

  test('are shared by two workers, each run by one', async () => {
    const workers = [createJobs(services, handlers), createJobs(services, handlers)]
    const emails = Array.from({ length: 20 }, (_, place) => String(place))
    for (const email of emails) await workers[0]?.add(db, 'reset mail', { email })
    for (const jobs of workers) jobs.wake()
    await Promise.all(workers.map((jobs) => jobs.settled()))
    expect(done.toSorted()).toEqual(emails.toSorted())
  })

  test('are retried four times with a backoff; a failed one keeps no personal data (G16)', async () => {
    const jobs = createJobs(services, handlers)
    failing = ['a']
    for (const email of ['a', 'b']) await jobs.add(db, 'reset mail', { email })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      jobs.wake()
      await jobs.settled()
      // Not before its time.
      jobs.wake()
      await jobs.settled()
      expect(await storedJobs()).toMatchObject([{ attempts: attempt, last_error: 'Error EENVELOPE' }])
      await makeDue()
    }
    expect(done).toEqual(['b'])
    expect(await storedJobs()).toMatchObject([{ payload: '{}', failed_at: expect.any(String) }])
    await deleteFailedJobs(db)
    expect(await storedJobs()).toHaveLength(1)
    await db.updateTable('jobs').set({ failed_at: '2020-01-01T00:00:00.000Z' }).execute()
    await deleteFailedJobs(db)
    expect(await storedJobs()).toEqual([])
  })

  test('of a killed process are taken over when its lease ends', async () => {
    const jobs = createJobs(services, handlers)
    await jobs.add(db, 'reset mail', { email: 'a' })
    await db.updateTable('jobs').set({ attempts: 1, run_at: '2020-01-01T00:00:00.000Z' }).execute()
    jobs.start()
    await jobs.settled()
    await jobs.close()
    expect(done).toEqual(['a'])
  })

  test('of a transaction that is rolled back do not run', async () => {
    const jobs = createJobs(services, handlers)
    const change = db.transaction().execute(async (tx) => {
      await jobs.add(tx, 'reset mail', { email: 'a' })
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    jobs.wake()
    await jobs.settled()
    expect(done).toEqual([])
  })
})
