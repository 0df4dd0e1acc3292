import { expect, test } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import { getNumbers } from '#contract/numbers.ts'
import { reportThing } from '#contract/reports.ts'
import { newId } from '../lib/ids.ts'
import { TASKS } from '../operations/maintenance.ts'
import { buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { explain } from '../test/explain.ts'
import { startServer } from '../test/server.ts'
import { countDay } from './numbers.queries.ts'

const server = await startServer({ MODERATOR_EMAILS: 'moderator@example.com' })
const moderator = await buildRecruiter(server, { email: 'moderator@example.com' })
const DAY_MS = 24 * 3600 * 1000
const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const read = async (days: string) =>
  (await server.call(getNumbers, { as: moderator, query: { days } })).body.days

const NONE = { offers: 0, applications: 0, answers: 0, reports: 0, mailsFailed: 0, jobsWaiting: 0 }

test('daily numbers count new items, and do not change when these are deleted', {
  tags: ['MOD-06'],
}, async () => {
  const dev = await buildDeveloper(server)
  const offer = await buildOffer(server, moderator)
  await buildOffer(server, moderator, { state: 'draft' })
  await server.call(applyToOffer, {
    params: { id: offer },
    as: dev,
    body: { phone: '+34 600 000 000', coverLetter: '', gdprAccepted: true },
  })
  await server.call(reportThing, { as: dev, body: { kind: 'offer', id: offer, reason: 'fake' } })
  await server.jobs.settled()
  const at = (daysAgo: number) => `${dateOf(daysAgo)}T12:00:00.000Z`
  const failed = (kind: string, failed_at: string) => ({
    ...{ id: newId(), kind, payload: '{}', run_at: failed_at, failed_at },
  })
  await server.db
    .insertInto('jobs')
    .values([
      failed('confirm mail', new Date().toISOString()),
      failed('push', new Date().toISOString()),
      failed('reset mail', at(2)),
    ])
    .execute()
  await server.db
    .updateTable('applications')
    .set({ answered_at: at(2) })
    .execute()
  await server.db
    .updateTable('users')
    .set({ created_at: at(2) })
    .where('id', '=', dev.id)
    .execute()

  const days = await read('3')
  const today = {
    date: dateOf(0),
    people: 1,
    ...NONE,
    offers: 1,
    applications: 1,
    reports: 1,
    mailsFailed: 1,
  }
  const earlier = { date: dateOf(2), people: 1, ...NONE, answers: 1, mailsFailed: 1 }
  expect(days).toEqual([earlier, { date: dateOf(1), people: 0, ...NONE }, today])

  await TASKS['count the days']?.(server)
  await server.db.deleteFrom('jobs').execute()
  await server.db.updateTable('applications').set({ answered_at: null }).execute()
  expect(await read('3')).toEqual([earlier, days[1], { ...today, mailsFailed: 0 }])
})

test('the daily number of waiting jobs is the maximum observed by maintenance', {
  tags: ['MOD-06'],
}, async () => {
  const due = (kind: string) => ({ id: newId(), kind, payload: '{}', run_at: new Date().toISOString() })
  // A kind without a lane.
  await server.db
    .insertInto('jobs')
    .values([due('of a later release'), due('of a later release')])
    .execute()
  expect((await read('1'))[0]?.jobsWaiting).toBe(2)
  await TASKS['count the days']?.(server)
  await server.db.deleteFrom('jobs').execute()
  await TASKS['count the days']?.(server)
  expect((await read('1'))[0]?.jobsWaiting).toBe(2)
})

test('the number of days is 30 by default, and from 1 to 366', { tags: ['MOD-06'] }, async () => {
  for (const [days, length] of [
    ['', 30],
    ['x', 30],
    ['0', 1],
    ['1000', 366],
  ] as const)
    expect(await read(days)).toHaveLength(length)
})

test.runIf(server.engine === 'sqlite')('a day is counted by indexes only', { tags: ['MOD-06'] }, async () => {
  const plans = await explain(server.db, (db) => countDay(db, dateOf(0)).catch(() => undefined))
  expect(plans.flatMap(({ faults }) => faults)).toEqual([])
  const searches = plans.flatMap(({ steps }) => steps.filter((step) => /^(SEARCH|SCAN) /.test(step)))
  for (const table of ['users', 'offers', 'applications', 'reports', 'jobs'])
    expect(searches).toContainEqual(expect.stringMatching(new RegExp(`^SEARCH ${table} USING .*INDEX`)))
})
