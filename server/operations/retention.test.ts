import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Insertable, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  getTimeline,
  listApplications,
  listCandidates,
  type Status,
  setCandidateStatus,
  withdrawApplication,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { sendSupportTicket } from '#contract/contact.ts'
import { deleteOffer } from '#contract/offers.ts'
import { getUserProfile, login } from '#contract/users.ts'
import type { Tx } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { recountUsage } from '../quota/recount.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  buildReport,
  PASSWORD,
} from '../test/builders.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { recount } from '../test/security/recount.ts'
import { startServer } from '../test/server.ts'
import { eraseUser } from '../users/erasure.ts'
import {
  deleteOldMails,
  deleteOldReports,
  deleteOldSessions,
  deleteOldSupportTickets,
  emptyOldApplications,
  pruneOldHistory,
} from './retention.ts'

const server = await startServer()
const { db } = server
const DAY_MS = 24 * 3600 * 1000
const inDays = (days: number) => Date.now() + days * DAY_MS

const readUsage = () =>
  db
    .selectFrom('quota_usage')
    .select(['subject', 'kind', 'total'])
    .orderBy('subject')
    .orderBy('kind')
    .execute()

describe('phone and letter of an applicant', () => {
  const personal = { phone: '+34 600 600 600', coverLetter: 'Dear recruiter' }
  const applicationsTo = (offerId: string) =>
    db.selectFrom('applications').select(['phone', 'cover_letter']).where('offer_id', '=', offerId).execute()
  const full = [{ phone: personal.phone, cover_letter: personal.coverLetter }]
  const empty = [{ phone: '', cover_letter: '' }]

  test('are emptied 30 days after the offer is removed, and not before; an open offer keeps them (D-5)', async () => {
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    const [removed, open] = [await buildOffer(server, rec), await buildOffer(server, rec)]
    for (const id of [removed, open]) {
      await server.call(applyToOffer, { as: dev, params: { id }, body: { ...personal, gdprAccepted: true } })
    }
    await server.call(deleteOffer, { as: rec, params: { id: removed } })
    await emptyOldApplications(server, inDays(29))
    expect(await applicationsTo(removed)).toEqual(full)
    await emptyOldApplications(server, inDays(31))
    expect(await applicationsTo(removed)).toEqual(empty)
    expect(await applicationsTo(open)).toEqual(full)
    const candidates = await server.call(listCandidates, { as: rec, params: { id: open } })
    expect(JSON.stringify(candidates.body)).toContain(personal.phone)
    const usage = await readUsage()
    await db.transaction().execute(recountUsage)
    expect(usage.filter(({ total }) => total > 0)).toEqual(await readUsage())
  })

  test('are emptied 30 days after the recruiter is erased (D-5)', async () => {
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    const offerId = await buildOffer(server, rec)
    await buildApplication(server, offerId, dev, personal)
    await eraseUser(server, rec.id)
    await emptyOldApplications(server, inDays(29))
    expect(await applicationsTo(offerId)).toEqual(full)
    await emptyOldApplications(server, inDays(31))
    expect(await applicationsTo(offerId)).toEqual(empty)
  })
})

test('sessions are deleted 30 days after their token ended, and none that is valid (D-5)', async () => {
  const dev = await buildDeveloper(server)
  const sessions = () => db.selectFrom('sessions').select('id').where('user_id', '=', dev.id).execute()
  await deleteOldSessions(server, inDays(36))
  expect(await sessions()).toHaveLength(1)
  expect((await server.call(getUserProfile, { as: dev })).status).toBe(200)
  await deleteOldSessions(server, inDays(38))
  expect(await sessions()).toEqual([])
  expect((await server.call(login, { body: { email: dev.email, password: PASSWORD } })).status).toBe(200)
})

test('contact forms are deleted after 365 days (D-5)', async () => {
  const dev = await buildDeveloper(server)
  const body = { name: 'Ana', email: 'ana@example.com', category: 'bug', subject: 'Help', message: 'Please' }
  await server.call(sendSupportTicket, { as: dev, body })
  await server.call(sendSupportTicket, { body })
  const tickets = () => db.selectFrom('tickets').select('id').execute()
  await deleteOldSupportTickets(server, inDays(364))
  expect(await tickets()).toHaveLength(2)
  await deleteOldSupportTickets(server, inDays(366))
  expect(await tickets()).toEqual([])
  const ofTickets = (await readUsage()).filter(({ subject, kind }) => subject === dev.id && kind === 'ticket')
  expect(ofTickets).toMatchObject([{ total: 0 }])
})

test('reports and their texts are deleted 730 days after the decision; open reports and the log stay (D-5)', async () => {
  const [rec, reporter] = [await buildRecruiter(server), await buildDeveloper(server)]
  const [closed, open] = [await buildOffer(server, rec), await buildOffer(server, rec)]
  const id = await buildReport(server, closed, reporter)
  const other = await buildReport(server, open, reporter)
  const made = { reason: 'Spam', moderator_id: reporter.id }
  const at = new Date().toISOString()
  await db
    .insertInto('decisions')
    .values({ ...made, id: newId(), report_id: id, act: 'warn', created_at: at })
    .execute()
  await db
    .insertInto('moderation_log')
    .values({ ...made, id: newId(), at, act: 'warn', thing_id: closed })
    .execute()
  await db.updateTable('reports').set({ state: 'closed', closed_at: at }).where('id', '=', id).execute()
  const rows = async () => [
    (await db.selectFrom('reports').select('id').orderBy('id').execute()).map((row) => row.id),
    (await db.selectFrom('report_entries').select('report_id').orderBy('report_id').execute()).map(
      (row) => row.report_id,
    ),
    (await db.selectFrom('decisions').select('report_id').execute()).map((row) => row.report_id),
    (await db.selectFrom('moderation_log').select('thing_id').execute()).map((row) => row.thing_id),
  ]
  await deleteOldReports(server, inDays(729))
  expect(await rows()).toEqual([[id, other], [id, other], [id], [closed]])
  await deleteOldReports(server, inDays(731))
  expect(await rows()).toEqual([[other], [other], [], [closed]])
})

test('steps of an application are deleted after 730 days, except its first answer and its last status', async () => {
  const own = await startServer({ DECISION_DELAY_MINUTES: '0' })
  const [dev, rec] = [await buildDeveloper(own), await buildRecruiter(own)]
  const offerId = await buildOffer(own, rec)
  const id = await buildApplication(own, offerId, dev)
  const move = (status: Status) =>
    own.call(setCandidateStatus, {
      as: rec,
      params: { id: offerId, candidateId: id },
      body: { status },
    })
  for (const status of ['reviewed', 'interviewed', 'rejected', 'reviewed', 'accepted'] as const)
    await move(status)
  const seen = async () => {
    const [application] = (await own.call(listApplications, { as: dev })).body.items
    const events = (await own.call(getTimeline, { as: dev, params: { id } })).body
    const { state, status, lastChangeAt } = application ?? {}
    return { state, status, lastChangeAt, steps: events.map(({ kind, to }) => to ?? kind) }
  }
  const before = await seen()
  expect(before).toMatchObject({ state: 'answered', status: 'accepted' })
  await pruneOldHistory(own, inDays(729))
  expect(await seen()).toEqual(before)
  await pruneOldHistory(own, inDays(731))
  expect(await seen()).toEqual({ ...before, steps: ['applied', 'interviewed', 'accepted'] })

  // A finished span is not read again.
  await move('rejected')
  await pruneOldHistory(own, inDays(731))
  expect((await seen()).steps).toEqual(['applied', 'interviewed', 'accepted', 'rejected'])
  await own.db.deleteFrom('server_state').where('name', '=', 'history thinned until').execute()
  await pruneOldHistory(own, inDays(731))
  expect((await seen()).steps).toEqual(['applied', 'interviewed', 'rejected'])
  expect(await recount(own.db)).toEqual([])

  const apply = () =>
    own.call(applyToOffer, {
      as: dev,
      params: { id: offerId },
      body: { phone: '+34 600 600 600', gdprAccepted: true },
    })
  await own.call(withdrawApplication, { as: dev, params: { id }, body: {} })
  await apply()
  const former = () => own.db.selectFrom('former_applications').select('id').execute()
  expect(await former()).toEqual([{ id }])
  await pruneOldHistory(own, inDays(731))
  expect(await former()).toEqual([])
  expect(await recount(own.db)).toEqual([])
})

test('mails in the outbox are deleted after 30 days (D-5)', async () => {
  await server.jobs.settled()
  const folder = join(server.dataDir, 'outbox')
  mkdirSync(folder, { recursive: true })
  for (const name of ['one.eml', 'interrupted.eml.part']) writeFileSync(join(folder, name), 'To: ana')
  await deleteOldMails(server, inDays(29))
  expect(readdirSync(folder).length).toBeGreaterThanOrEqual(2)
  await deleteOldMails(server, inDays(31))
  expect(readdirSync(folder)).toEqual([])
  const config = { ...server.config, DATA_DIR: join(server.dataDir, 'nothing here') }
  await deleteOldMails({ config }, inDays(31))
})

test('a setting changes the period', async () => {
  const other = await startServer({ RETENTION_TICKETS_DAYS: '10' })
  const body = { name: 'Ana', email: 'ana@example.com', category: 'bug', subject: 'Help', message: 'Please' }
  await other.call(sendSupportTicket, { body })
  await deleteOldSupportTickets(other, inDays(11))
  expect(await other.db.selectFrom('tickets').select('id').execute()).toEqual([])
})

describe('thousands of rows', () => {
  const ROWS = 3000
  const old = '2020-01-01T00:00:00.000Z'

  /** Many statements in one transaction. */
  const insert = (row: (tx: Tx, id: string) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      for (let count = 0; count < ROWS; count += 1) await row(tx, newId())
    })

  async function fillSessions() {
    const { id: user_id } = await buildDeveloper(server)
    await insert((tx, id) =>
      tx
        .insertInto('sessions')
        .values({ id, user_id, created_at: old, expires_at: old, ended_at: null })
        .execute(),
    )
  }

  async function fillTickets() {
    const { id: user_id } = await buildDeveloper(server)
    const texts = {
      name: 'A',
      email: 'a@example.com',
      category: 'bug' as const,
      subject: 'S',
      message: 'M'.repeat(500),
    }
    await insert((tx, id) =>
      tx
        .insertInto('tickets')
        .values({ id, ...texts, user_id, created_at: old })
        .execute(),
    )
  }

  /** Each with three steps. */
  async function fillApplications() {
    const offerId = await buildOffer(server, await buildRecruiter(server))
    await db.updateTable('offers').set({ deleted_at: old }).where('id', '=', offerId).execute()
    const { id: dev } = await buildDeveloper(server)
    const { row_no: _, ...person } = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', dev)
      .executeTakeFirstOrThrow()
    const steps: Insertable<Tables['application_changes']>[] = []
    let time = Date.parse(old)
    await insert(async (tx, id) => {
      await tx
        .insertInto('users')
        .values({ ...person, id, email: `${id}@example.com` })
        .execute()
      const application = newId()
      await tx
        .insertInto('applications')
        .values({
          id: application,
          offer_id: offerId,
          user_id: id,
          phone: '+34 600 000 000',
          cover_letter: 'L'.repeat(500),
          applied_at: old,
          gdpr_accepted_at: old,
          gdpr_text_version: '1',
        })
        .execute()
      const own = (['interviewed', 'reviewed', 'rejected'] as const).map((to_status) => {
        time += 1
        const [changed_at, from_status] = [new Date(time).toISOString(), 'pending' as const]
        return {
          id: newId(),
          application_id: application,
          changed_by: null,
          from_status,
          to_status,
          changed_at,
        }
      })
      steps.push(...own)
    })
    // Few statements: each is a round trip on PostgreSQL.
    while (steps.length > 0) {
      await db.insertInto('application_changes').values(steps.splice(0, 1000)).execute()
    }
  }

  test('steps of as many applications are deleted without blocking the event loop for 50 ms (X1)', async () => {
    let filled = 0
    const fill = async () => {
      await fillApplications()
      filled += ROWS
      await db.deleteFrom('server_state').where('name', '=', 'history thinned until').execute()
    }
    const pauseMs = await leastPauseMs(() => pruneOldHistory(server), fill)
    const { rows } = await sql<{ status: Status; left: number }>`
      select to_status as status, count(*) as "left" from application_changes
      where changed_at < '2021-01-01' and to_status <> 'pending' group by to_status order by to_status`.execute(
      db,
    )
    expect(rows.map(({ status, left }) => [status, Number(left)])).toEqual([
      ['interviewed', filled],
      ['rejected', filled],
    ])
    expect(pauseMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
  })

  test.each([
    ['sessions', fillSessions, deleteOldSessions],
    ['tickets', fillTickets, deleteOldSupportTickets],
    ['applications', fillApplications, emptyOldApplications],
  ])(
    '%s are deleted at their end without blocking the event loop for 50 ms (X1)',
    async (table, fill, run) => {
      expect(await leastPauseMs(() => run(server), fill)).toBeLessThanOrEqual(MAX_PAUSE_MS)
      const { rows } = await sql<{ left: number }>`select count(*) as left from ${sql.table(table)}
      where ${table === 'applications' ? sql`phone <> ''  and applied_at < '2021-01-01'` : sql`user_id is not null and ${sql.ref(table === 'sessions' ? 'expires_at' : 'created_at')} < '2021-01-01'`}`.execute(
        db,
      )
      expect(Number(rows[0]?.left)).toBe(0)
    },
  )
})
