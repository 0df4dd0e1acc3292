import { expect, test } from 'vitest'
import { listFailedJobs, retryFailedJob } from '#contract/failed-jobs.ts'
import { listLog } from '#contract/moderation.ts'
import { newId, now } from '../lib/ids.ts'
import { addModerator } from '../moderation/moderators.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { runOperator } from '../test/operator.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { insertJob } from './jobs.queries.ts'

const server = await startServer({}, { alone: true })

test('an operator sees dead letters beside the running server, and sends them again', async () => {
  const failed = { failed_at: now(), last_error: 'PermanentFailure EENVELOPE 550', attempts: 1 }
  const ids = [
    await insertJob(server.db, 'ticket mail', { ticketId: newId() }),
    await insertJob(server.db, 'reset mail', { email: 'ana@example.com' }),
  ]
  await server.db.updateTable('jobs').set(failed).where('id', 'in', ids).execute()
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^jobs_stored\{state="failed"\} 2$/m)
  expect(metrics).not.toMatch(/^jobs_oldest_seconds\{/m)

  const shown = await runOperator(server, 'jobs')
  expect(shown.out).toContain('0 waiting, 0 scheduled for later, 2 failed')
  expect(shown.out).toMatch(`failed: ${ids[0]}`)
  expect(shown.out).toMatch(/ticket mail {2}1 attempts {2}PermanentFailure EENVELOPE 550/)

  await server.db
    .insertInto('jobs')
    .values({ id: newId(), kind: 'ticket mail', payload: '{}', run_at: '2024-01-01T00:00:00.000Z' })
    .execute()
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
    /^jobs_oldest_seconds\{kind="ticket mail"\} \d{8}/m,
  )

  server.jobs.start()
  expect((await runOperator(server, 'jobs', 'retry', 'all')).out).toBe('1 will run again now.')
  await until(async () => {
    const left = await server.db.selectFrom('jobs').select('kind').where('id', 'in', ids).execute()
    return left.map(({ kind }) => kind).join() === 'reset mail'
  })
  expect((await runOperator(server, 'jobs', 'retry', 'all')).out).toMatch(/^There is nothing to retry/)
  expect(await runOperator(server, 'jobs', 'retry')).toMatchObject({
    code: 1,
    err: expect.stringMatching('Usage'),
  })
})

const as = await buildRecruiter(server)
await addModerator(server.db, as.id)
const retry = (id: string) => server.call(retryFailedJob, { as, params: { id } })
const listed = async () => (await server.call(listFailedJobs, { as })).body.jobs

const failed = async (kind: string, payload: object, failed_at: string) => {
  const id = await insertJob(server.db, kind, payload)
  const facts = { failed_at, last_error: 'PermanentFailure EENVELOPE 550', attempts: 8 }
  await server.db.updateTable('jobs').set(facts).where('id', '=', id).execute()
  return id
}

test('a moderator sees dead letters, and retries one, which is logged', {
  tags: ['MOD-06'],
}, async () => {
  await server.db.deleteFrom('jobs').execute()
  const waiting = await insertJob(server.db, 'push', { batchId: newId() })
  const mail = await failed('ticket mail', { ticketId: newId() }, '2026-01-01T00:00:00.000Z')
  const reset = await failed('reset mail', { email: 'ana@example.com' }, '2026-01-02T00:00:00.000Z')
  const facts = { reason: 'PermanentFailure EENVELOPE 550', attempts: 8 }
  const ofReset = { _id: reset, kind: 'reset mail', failedAt: '2026-01-02T00:00:00.000Z', canRetry: false }
  expect(await listed()).toEqual([
    { ...facts, ...ofReset },
    { ...facts, _id: mail, kind: 'ticket mail', failedAt: '2026-01-01T00:00:00.000Z', canRetry: true },
  ])

  expect((await retry(mail)).status).toBe(200)
  expect(await listed()).toEqual([{ ...facts, ...ofReset }])
  const job = server.db.selectFrom('jobs').select(['failed_at', 'run_at']).where('id', '=', mail)
  await server.jobs.settled()
  // Its ticket was deleted: the job has nothing to do, and succeeds.
  expect(await job.execute()).toEqual([])
  const { items } = (await server.call(listLog, { as, query: { q: mail } })).body
  expect(items).toMatchObject([{ act: 'retry', thing: { kind: 'job', _id: mail } }])

  expect([(await retry(reset)).status, (await retry(waiting)).status, (await retry(newId())).status]).toEqual(
    [409, 404, 404],
  )
  const dev = await buildDeveloper(server)
  expect((await server.refusal(listFailedJobs, { as: dev })).status).toBe(404)
  expect((await server.refusal(retryFailedJob, { as: dev, params: { id: reset } })).status).toBe(404)
})
