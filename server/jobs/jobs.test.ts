import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { newId, now } from '../lib/ids.ts'
import { createMeters } from '../operations/meters.ts'
import type { Services } from '../services.ts'
import { openTestDatabase } from '../test/database.ts'
import { explain } from '../test/explain.ts'
import { until } from '../test/until.ts'
import { jobHandlers } from './handlers.ts'
import {
  ageOfJobs,
  cancelJob,
  countJobs,
  deleteFailedJobs,
  deleteJobsWith,
  listFailedJobs,
  retryFailedJobs,
  scheduleJob,
} from './jobs.queries.ts'
import { JOB_PAYLOADS, lanesOf, PermanentFailure } from './jobs.ts'
import { createJobs, type JobServices } from './worker.ts'

const { db, engine } = await openTestDatabase()
const log = pino({ level: 'silent' })
const services = {
  db,
  engine,
  log,
  config: readConfig({}),
  meters: createMeters(),
} as unknown as JobServices & Services

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
    const emails = Array.from({ length: 20 }, (_, index) => String(index))
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

  test('that no schedule repeats are retried until they succeed', async () => {
    let fails = true
    const jobs = createJobs(services, {
      ...handlers,
      'back-fill': async () => {
        if (fails) throw new Error('full')
        done.push('back-fill')
      },
    })
    await jobs.add(db, 'back-fill', { migration: '0037_message_changes' })
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      jobs.wake()
      await jobs.settled()
      expect(await storedJobs()).toMatchObject([{ attempts: attempt, failed_at: null }])
      await makeDue()
    }
    fails = false
    jobs.wake()
    await jobs.settled()
    expect(done).toEqual(['back-fill'])
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

  test('that hang do not block others, and end at their time limit', async () => {
    const [mail] = Object.values(lanesOf({ SMTP_CONNECTIONS: 2 }))
    if (!mail) throw new Error('no lane')
    const isDone = () => until(() => done.length === 3)
    const hanging = {
      ...handlers,
      'reset mail': async (_: unknown, { email }: { email: string }) => {
        if (email === 'hangs') return new Promise<void>(() => {})
        done.push(email)
      },
    }
    const jobs = createJobs(services, hanging, [{ ...mail, timeoutMs: 500 }])
    for (const email of ['hangs', 'a', 'b', 'c']) await jobs.add(db, 'reset mail', { email })
    jobs.wake()
    await isDone()
    expect(done).toEqual(['a', 'b', 'c'])
    expect(await ageOfJobs(db)).toEqual({ 'reset mail': expect.any(Number) })
    await jobs.settled()
    expect(await storedJobs()).toMatchObject([{ attempts: 1, last_error: 'Error ETIMEDOUT' }])
  })

  test('of other kinds do not wait for those of a full lane', async () => {
    const hanging = { ...handlers, 'search texts': () => new Promise<void>(() => {}) }
    const jobs = createJobs(
      services,
      hanging,
      Object.values(lanesOf(services.config)).map((lane) => ({ ...lane, timeoutMs: 500 })),
    )
    await jobs.add(db, 'search texts', { userId: newId() })
    await jobs.add(db, 'reset mail', { email: 'a' })
    jobs.wake()
    await until(() => done.length === 1)
    await jobs.settled()
    expect(await storedJobs()).toMatchObject([{ last_error: 'Error ETIMEDOUT' }])
  })

  test('of every kind have a lane', () => {
    const kinds = Object.values(lanesOf(services.config)).flatMap((lane) => lane.kinds)
    expect(kinds.toSorted()).toEqual(Object.keys(JOB_PAYLOADS).toSorted())
  })

  test('the most urgent of a lane come first', async () => {
    const order: string[] = []
    const jobs = createJobs(services, {
      ...handlers,
      'hidden work': async () => void order.push('hidden work'),
      'search texts': async () => void order.push('search texts'),
    })
    await jobs.add(db, 'search texts', { userId: newId() })
    await jobs.add(db, 'hidden work', { userId: newId() })
    jobs.wake()
    await jobs.settled()
    expect(order).toEqual(['hidden work', 'search texts'])
  })

  test('that can never succeed are not retried, and can be sent again once the cause is gone', async () => {
    let isRefused = true
    const ticketId = newId()
    const jobs = createJobs(services, {
      ...handlers,
      'ticket mail': async (_, payload) => {
        if (isRefused)
          throw Object.assign(new PermanentFailure('550'), { code: 'EENVELOPE', responseCode: 550 })
        done.push(payload.ticketId)
      },
    })
    await jobs.add(db, 'ticket mail', { ticketId })
    jobs.wake()
    await jobs.settled()
    expect(await countJobs(db)).toEqual({ waiting: 0, scheduled: 0, failed: 1 })
    expect(await listFailedJobs(db)).toMatchObject([
      { kind: 'ticket mail', attempts: 1, last_error: 'PermanentFailure EENVELOPE 550' },
    ])
    isRefused = false
    expect(await retryFailedJobs(db, newId())).toBe(0)
    expect(await retryFailedJobs(db)).toBe(1)
    jobs.wake()
    await jobs.settled()
    expect(done).toEqual([ticketId])
    expect(await storedJobs()).toEqual([])
  })
})

describe('scheduled jobs', () => {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString()
  const schedule = (email: string, at: string, ifWaiting?: 'keep') =>
    scheduleJob(db, 'reset mail', { email }, { key: 'one', at, ...(ifWaiting && { ifWaiting }) })

  test('run at their time, once, on either of two workers that poll', async () => {
    const workers = [createJobs(services, handlers), createJobs(services, handlers)]
    const at = later(300)
    await schedule('a', at)
    expect(await countJobs(db)).toEqual({ waiting: 0, scheduled: 1, failed: 0 })
    expect(await ageOfJobs(db)).toEqual({})
    for (const jobs of workers) jobs.start()
    await until(() => done.length > 0)
    expect(Date.now() - Date.parse(at)).toBeGreaterThanOrEqual(0)
    await Promise.all(workers.map((jobs) => jobs.close()))
    expect(done).toEqual(['a'])
    expect(await storedJobs()).toEqual([])
  })

  test('with a key in use replace the earlier one or are dropped, and can be cancelled', async () => {
    const jobs = createJobs(services, handlers)
    await schedule('a', later(3600_000))
    await schedule('b', later(0))
    await schedule('c', later(3600_000), 'keep')
    await scheduleJob(db, 'reset mail', { email: 'other' }, { key: 'two', at: later(3600_000) })
    jobs.wake()
    await jobs.settled()
    expect(done).toEqual(['b'])
    expect(await cancelJob(db, 'reset mail', 'two')).toBe(true)
    expect(await cancelJob(db, 'reset mail', 'two')).toBe(false)
    expect(await storedJobs()).toEqual([])
  })

  test('a running one does not occupy its key, and a later one with the key replaces its retry', async () => {
    let isFailing = true
    const jobs = createJobs(services, {
      ...handlers,
      'reset mail': async (_, { email }) => {
        done.push(email)
        if (email === 'a') await schedule('b', later(3600_000), 'keep')
        if (isFailing) throw new Error('no')
      },
    })
    await schedule('a', later(0))
    jobs.wake()
    await jobs.settled()
    // The failed one waits for its second attempt, beside the one added meanwhile.
    expect(await storedJobs()).toHaveLength(2)
    await schedule('c', later(0))
    isFailing = false
    jobs.wake()
    await jobs.settled()
    expect(done).toEqual(['a', 'c'])
    expect(await storedJobs()).toEqual([])
  })

  test('are unchanged by a transaction that is rolled back', async () => {
    await schedule('a', later(3600_000))
    const change = db.transaction().execute(async (tx) => {
      await cancelJob(tx, 'reset mail', 'one')
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    expect(await cancelJob(db, 'reset mail', 'one')).toBe(true)
  })
})

describe('jobs of an erased person', () => {
  const LONG = `${'a'.repeat(4000)}@example.com`

  test('are deleted by their whole payload, however long; those with the same beginning stay', async () => {
    const jobs = createJobs(services, handlers)
    for (const email of [LONG, `${LONG}.ar`, 'ana@example.com', 'ana@example.com.ar'])
      await jobs.add(db, 'reset mail', { email })
    await deleteJobsWith(db, [{ email: LONG }, { email: 'ana@example.com' }])
    const left = await db.selectFrom('jobs').select('payload').orderBy('payload').execute()
    expect(left.map(({ payload }) => JSON.parse(payload).email)).toEqual([`${LONG}.ar`, 'ana@example.com.ar'])
  })

  test.runIf(engine === 'sqlite')('are found by an index', async () => {
    const [plan] = await explain(db, (db) => deleteJobsWith(db, [{ userId: newId() }, { email: LONG }]))
    expect(plan?.steps.join()).toMatch(/jobs_payload/)
  })
})
