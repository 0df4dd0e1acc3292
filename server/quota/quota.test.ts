import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { blockPerson } from '#contract/blocks.ts'
import { createExperience, createStudy } from '#contract/careers.ts'
import { sendSupportTicket } from '#contract/contact.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { likeProject } from '#contract/likes.ts'
import { sendMessage } from '#contract/messages.ts'
import { createOffer } from '#contract/offers.ts'
import { createProject, deleteProject, getProject, updateProject } from '#contract/projects.ts'
import { reportThing } from '#contract/reports.ts'
import { uploadPdf } from '#contract/uploads.ts'
import { newId } from '../lib/ids.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  buildReport,
  type Person,
} from '../test/builders.ts'
import { contractCalls, isWrite, nameOf } from '../test/security/contract-calls.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { QUOTAS, type QuotaKind } from './quotas.ts'
import { deleteOldVisitorUsage } from './usage.queries.ts'

const server = await startServer()
const limited = await startServer({ RATE_LIMITS: 'on' }, { alone: true })
const period = { startDate: '2020-01', endDate: null }
const project = { title: 'Map', category: 'Backend', year: 2024 }
const pdf = Buffer.from('%PDF-1.7')

type Send = (on: TestServer) => Promise<{ status: number; body: unknown; headers: Headers }>

type Case = { kind: QuotaKind; person: Person; send: Send; stored: string }

/** For each kind a person, a call that creates one, and its table. */
async function casesOn(on: TestServer): Promise<Case[]> {
  const [dev, rec] = [await buildDeveloper(on), await buildRecruiter(on)]
  const offer = () => buildOffer(on, rec)
  const by = (
    person: Person,
    endpoint: Endpoint,
    body: Record<string, unknown>,
    id?: () => Promise<string>,
  ) =>
    ({
      person,
      send: async () => on.refusal(endpoint, { as: person, body, ...(id && { params: { id: await id() } }) }),
    }) as const
  const application = { phone: '+34 600 000 000', gdprAccepted: true }
  const ticket = { name: 'A', email: 'a@example.com', category: 'bug', subject: 'S', message: 'M' }
  const likedBy = await buildDeveloper(on)
  return [
    { kind: 'project', stored: 'projects', ...by(dev, createProject, project) },
    {
      kind: 'experience',
      stored: 'experiences',
      ...by(dev, createExperience, { company: 'C', position: 'P', ...period }),
    },
    {
      kind: 'study',
      stored: 'studies',
      ...by(dev, createStudy, { degree: 'D', instituteName: 'I', ...period }),
    },
    { kind: 'offer', stored: 'offers', ...by(rec, createOffer, { position: 'P' }) },
    { kind: 'application', stored: 'applications', ...by(dev, applyToOffer, application, offer) },
    {
      kind: 'statusChange',
      stored: 'application_changes',
      person: rec,
      send: async () => {
        const id = await offer()
        const candidateId = await buildApplication(on, id, likedBy)
        await on.db.updateTable('quota_usage').set({ today: 0 }).where('subject', '=', likedBy.id).execute()
        return on.refusal(setCandidateStatus, {
          as: rec,
          params: { id, candidateId },
          body: { status: 'reviewed' },
        })
      },
    },
    { kind: 'message', stored: 'messages', ...by(dev, sendMessage, { text: 'Hi' }, async () => rec.id) },
    { kind: 'like', stored: 'likes', ...by(likedBy, likeProject, {}, () => buildProject(on, dev)) },
    { kind: 'ticket', stored: 'tickets', ...by(dev, sendSupportTicket, ticket) },
    { kind: 'upload', stored: 'files', person: dev, send: () => upload(on, uploadPdf, pdf, { as: dev }) },
    {
      kind: 'report',
      stored: 'report_entries',
      person: dev,
      send: async () =>
        on.refusal(reportThing, { as: dev, body: { kind: 'offer', id: await offer(), reason: 'spam' } }),
    },
    {
      kind: 'idempotencyKey',
      stored: 'idempotency_keys',
      person: dev,
      send: () =>
        on.refusal(createStudy, {
          as: dev,
          body: { degree: 'D', instituteName: 'I', ...period },
          headers: { 'idempotency-key': randomUUID() },
        }),
    },
  ]
}

const setUsage = (on: TestServer, { person, kind }: Case, change: { total?: number; today?: number }) =>
  on.db
    .updateTable('quota_usage')
    .set(change)
    .where('subject', '=', person.id)
    .where('kind', '=', kind)
    .execute()

const countOf = async (on: TestServer, { stored }: Case) => {
  const { count } = await on.db
    .selectFrom(stored as 'projects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const KINDS = ['project', 'experience', 'study', 'offer', 'application'] as const
const MORE_KINDS = ['statusChange', 'message', 'like', 'ticket', 'upload'] as const

/** Kinds whose rows expire. */
const DAILY_KINDS = ['report', 'idempotencyKey'] as const

/** Sends up to one below a limit, then the last allowed one and one beyond; `before` and `after` count the stored rows. */
async function sendBeyond(on: TestServer, kind: QuotaKind, oneLeft: { total?: number; today?: number }) {
  const one = (await casesOn(on)).find((each) => each.kind === kind) as Case
  expect((await one.send(on)).status).toBeLessThan(300)
  await setUsage(on, one, oneLeft)
  expect((await one.send(on)).status).toBeLessThan(300)
  const before = await countOf(on, one)
  const refused = await one.send(on)
  return { refused, before, after: await countOf(on, one) }
}

// A status change needs an application, whose building changes statuses too.
const isCountable = (kind: QuotaKind) => kind !== 'statusChange'

describe.each([...KINDS, ...MORE_KINDS])('%s', (kind) => {
  test('beyond the cap is refused with 409 LIMIT_REACHED and stores nothing (X3)', async () => {
    const { cap, noun } = QUOTAS[kind]
    const { refused, before, after } = await sendBeyond(server, kind, { total: cap - 1 })
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: true, code: 'LIMIT_REACHED', message: `You have reached the limit of ${cap} ${noun()}.` },
    ])
    if (isCountable(kind)) expect(after).toBe(before)
  })
})

describe.each([...KINDS, ...MORE_KINDS, ...DAILY_KINDS])('%s', (kind) => {
  test('beyond the daily limit is refused with 429 until midnight UTC and stores nothing (X3)', async () => {
    const { daily, noun } = QUOTAS[kind]
    const { refused, before, after } = await sendBeyond(limited, kind, { today: daily - 1 })
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: true,
        code: 'RATE_LIMITED',
        message: `You have reached the limit of ${daily} ${noun()} a day. Please try again tomorrow.`,
      },
    ])
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(24 * 3600)
    if (isCountable(kind)) expect(after).toBe(before)
  })
})

describe('caps', () => {
  test('apply to parallel requests (X3)', async () => {
    const dev = await buildDeveloper(server)
    await buildProject(server, dev)
    await server.db
      .updateTable('quota_usage')
      .set({ total: QUOTAS.project.cap - 3 })
      .where('subject', '=', dev.id)
      .where('kind', '=', 'project')
      .execute()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => server.refusal(createProject, { as: dev, body: project })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  })

  test('leave existing things above them readable and editable; a deletion makes room (X3)', async () => {
    const dev = await buildDeveloper(server)
    const id = await buildProject(server, dev)
    await server.db
      .updateTable('quota_usage')
      .set({ total: QUOTAS.project.cap + 1 })
      .where('subject', '=', dev.id)
      .where('kind', '=', 'project')
      .execute()
    expect((await server.call(getProject, { params: { id } })).status).toBe(200)
    const change = { as: dev, params: { id }, body: { description: 'Longer than before' } }
    expect((await server.call(updateProject, change)).status).toBe(200)
    await server.call(deleteProject, { as: dev, params: { id } })
    expect((await server.refusal(createProject, { as: dev, body: project })).status).toBe(409)
    await server.db
      .updateTable('quota_usage')
      .set({ total: QUOTAS.project.cap - 1 })
      .where('subject', '=', dev.id)
      .where('kind', '=', 'project')
      .execute()
    expect((await server.call(createProject, { as: dev, body: project })).status).toBe(201)
  })

  test('are 2,000 reports and 5,000 blocked people (X3)', async () => {
    const [dev, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const offer = await buildOffer(server, await buildRecruiter(server))
    const report_id = await buildReport(server, offer, other)
    const created_at = '2026-01-01T00:00:00.000Z'
    const entry = { report_id, kind: 'user', reason: 'spam', text: '', created_at } as const
    const person = { role: 'developer', password_hash: '', name: 'Ana', surname: 'Ruiz', created_at } as const
    for (let stored = 0; stored < 5000; stored += 200) {
      const ids = Array.from({ length: 200 }, newId)
      const people = ids.map((id) => ({ ...person, id, email: `${id}@example.com` }))
      await server.db.insertInto('users').values(people).execute()
      // One less of each than the cap.
      const others = stored === 0 ? ids.slice(1) : ids
      const blocks = others.map((peer_id) => ({ user_id: dev.id, peer_id, created_at }))
      await server.db.insertInto('blocks').values(blocks).execute()
      if (stored >= 2000) continue
      const by = { reporter_id: dev.id, reporter_key: dev.id }
      const entries = others.map((thing_id) => ({ ...entry, ...by, id: newId(), thing_id }))
      await server.db.insertInto('report_entries').values(entries).execute()
    }
    const calls = [
      async () =>
        server.refusal(reportThing, {
          as: dev,
          body: { kind: 'user', id: (await buildDeveloper(server)).id, reason: 'spam' },
        }),
      async () =>
        server.refusal(blockPerson, {
          as: dev,
          params: { id: (await buildDeveloper(server)).id },
          body: { blocked: true },
        }),
    ]
    for (const send of calls) {
      expect((await send()).status).toBeLessThan(300)
      const refused = await send()
      expect([refused.status, refused.body.code]).toEqual([409, 'LIMIT_REACHED'])
    }
  })

  test('of one person do not affect messages stored in the same batch (X3)', async () => {
    const [ana, ben, eve] = await Promise.all([1, 2, 3].map(() => buildDeveloper(limited)))
    const send = (from: Person | undefined, to: Person | undefined) =>
      limited.refusal(sendMessage, { as: from as Person, params: { id: to?.id ?? '' }, body: { text: 'Hi' } })
    for (const person of [ana, eve]) expect((await send(person, ben)).status).toBe(201)
    await limited.db
      .updateTable('quota_usage')
      .set({ today: QUOTAS.message.daily })
      .where('subject', '=', eve?.id ?? '')
      .where('kind', '=', 'message')
      .execute()
    const responses = await Promise.all([send(ana, ben), send(eve, ben), send(ben, ana), send(eve, ana)])
    expect(responses.map(({ status }) => status)).toEqual([201, 429, 201, 429])
  })

  test('a visitor may open a number of tickets a day, counted by a hash of the address (X3)', async () => {
    const ticket = { name: 'A', email: 'a@example.com', category: 'bug', subject: 'S', message: 'M' }
    expect((await limited.call(sendSupportTicket, { body: ticket })).status).toBe(201)
    const counts = await limited.db
      .selectFrom('quota_usage')
      .select('subject')
      .where('subject', '>=', 'visitor')
      .execute()
    expect(counts[0]?.subject).toMatch(/^visitor [\w-]{22}$/)
    // From this machine the limit is a hundredfold.
    const today = QUOTAS.ticket.daily * 100
    await limited.db
      .updateTable('quota_usage')
      .set({ today })
      .where('subject', '=', counts[0]?.subject ?? '')
      .execute()
    expect((await limited.refusal(sendSupportTicket, { body: ticket })).status).toBe(429)
    await deleteOldVisitorUsage(limited.db)
    expect((await limited.refusal(sendSupportTicket, { body: ticket })).status).toBe(429)
    await limited.db
      .updateTable('quota_usage')
      .set({ day: '2026-01-01' })
      .where('subject', '>=', 'visitor')
      .execute()
    await deleteOldVisitorUsage(limited.db)
    const left = limited.db.selectFrom('quota_usage').select('subject').where('subject', '>=', 'visitor')
    expect(await left.execute()).toEqual([])
  })
})

describe('daily limits', () => {
  test('limit how many repositories a person links, as each fills a cache (X3)', async () => {
    const dev = await buildDeveloper(limited)
    const link = (name: string) => ({ githubProjectLink: `https://github.com/owner/${name}` })
    const create = (name: string) =>
      limited.refusal(createProject, { as: dev, body: { ...project, ...link(name) } })
    expect((await create('one')).status).toBe(201)
    const id = await buildProject(limited, dev)
    const edit = async (body: Record<string, unknown>) =>
      (await limited.refusal(updateProject, { as: dev, params: { id }, body })).status
    await limited.db
      .updateTable('quota_usage')
      .set({ today: QUOTAS.repositoryLink.daily - 1 })
      .where('subject', '=', dev.id)
      .where('kind', '=', 'repositoryLink')
      .execute()
    expect(await edit(link('two'))).toBe(200)
    expect(await edit({ ...link('two'), title: 'The same repository' })).toBe(200)
    expect(await edit(link('three'))).toBe(429)
    expect((await create('four')).status).toBe(429)
    expect(await edit({ githubProjectLink: 'https://example.com/elsewhere' })).toBe(200)
  })

  test('are reset on the next day (X3)', async () => {
    const dev = await buildDeveloper(limited)
    await buildProject(limited, dev)
    const set = (change: { today: number; day?: string }) =>
      limited.db
        .updateTable('quota_usage')
        .set(change)
        .where('subject', '=', dev.id)
        .where('kind', '=', 'project')
        .execute()
    await set({ today: QUOTAS.project.daily })
    expect((await limited.refusal(createProject, { as: dev, body: project })).status).toBe(429)
    await set({ today: QUOTAS.project.daily, day: '2026-01-01' })
    expect((await limited.call(createProject, { as: dev, body: project })).status).toBe(201)
  })
})

/** The rows stored by each write: kinds of quotas.ts, or the reason why it cannot fill the disk. */
const NOTHING_NEW = 'changes rows that are there, or deletes'

const STORES: Record<string, QuotaKind[] | string> = {
  'POST /projects': ['project', 'repositoryLink'],
  'PUT /projects/:id': ['repositoryLink'],
  'POST /projects/:id/like': ['like'],
  'PUT /projects/order': 'a row for each own project',
  'PUT /projects/:id/view': NOTHING_NEW,
  'PUT /projects/:id/soft-delete': NOTHING_NEW,
  'POST /experiences': ['experience'],
  'PUT /experiences/:id': NOTHING_NEW,
  'PUT /experiences/:id/soft-delete': NOTHING_NEW,
  'POST /studies': ['study'],
  'PUT /studies/:id': NOTHING_NEW,
  'PUT /studies/:id/soft-delete': NOTHING_NEW,
  'POST /offers': ['offer'],
  'POST /offers/:id/repost': ['offer'],
  'PUT /offers/:id': NOTHING_NEW,
  'PATCH /offers/:id/delete': NOTHING_NEW,
  'PATCH /offers/:id/extend': NOTHING_NEW,
  'PATCH /offers/:id/state': NOTHING_NEW,
  'POST /offers/:id/apply': ['application'],
  'PUT /offers/:id/candidates/:candidateId': ['statusChange'],
  'POST /applications/:id/notify-now': NOTHING_NEW,
  'POST /applications/:id/withdraw': NOTHING_NEW,
  'PUT /settings/applications': NOTHING_NEW,
  'POST /messages/send/:id': ['message', 'upload'],
  'PATCH /messages/:id': NOTHING_NEW,
  'DELETE /messages/:id': NOTHING_NEW,
  'POST /messages/read': NOTHING_NEW,
  'PUT /messages/:id/request': NOTHING_NEW,
  'PUT /messages/:id/mute': NOTHING_NEW,
  'PUT /messages/settings': 'one row',
  'PUT /blocks/:id': '5,000 rows (blocks.queries.ts)',
  'POST /upload': ['upload'],
  'POST /upload-pdf': ['upload'],
  'POST /upload-message-file': ['upload'],
  'POST /contact': ['ticket'],
  'POST /reports': ['report'],
  'POST /appeals/:token': NOTHING_NEW,
  'PUT /notifications/read': NOTHING_NEW,
  'PUT /settings/notifications': 'one row',
  'POST /push/subscriptions': '20 rows (push.queries.ts)',
  'DELETE /push/subscriptions': NOTHING_NEW,
  'POST /unsubscribe': 'one row',
  'PUT /announcements/:id/dismiss': 'a row for each of 20 announcements',
  'POST /users/register': '30 accounts an hour and address',
  'POST /users/login': '100 sessions, 50 devices and 20 tickets',
  'POST /users/login/second': '100 sessions',
  'POST /users/login/passkey': '100 sessions',
  'POST /users/login/passkey/options': 'tickets of 5 minutes, as many as an address may ask for',
  'POST /users/oidc/:id/start': 'flows of 10 minutes, as many as an address may ask for',
  'POST /users/oidc/:id/finish': '10 identities, 100 sessions',
  'DELETE /users/identities/:id': NOTHING_NEW,
  'POST /users/logout': NOTHING_NEW,
  'POST /users/forgot-password': 'one link',
  'PUT /users/reset-password/:token': NOTHING_NEW,
  'POST /users/confirm': NOTHING_NEW,
  'POST /users/confirm/again': 'one link',
  'PUT /users/email': 'one link',
  'POST /users/email/undo': NOTHING_NEW,
  'DELETE /users/sessions/:id': NOTHING_NEW,
  'DELETE /users/sessions': NOTHING_NEW,
  'PUT /users/handle': '5 former ones (handles.test.ts)',
  'POST /users/second-factor/totp': 'one row',
  'POST /users/second-factor/totp/confirm': '10 codes',
  'DELETE /users/second-factor/totp': NOTHING_NEW,
  'POST /users/second-factor/recovery-codes': '10 codes',
  'POST /users/passkeys/options': 'tickets of 5 minutes',
  'POST /users/passkeys': '20 rows (passkeys.queries.ts)',
  'DELETE /users/passkeys/:id': NOTHING_NEW,
  'PUT /settings/profile': NOTHING_NEW,
  'PUT /settings/language': NOTHING_NEW,
  'PUT /settings/change-password': '100 sessions',
  'PUT /settings/delete-account/soft-delete': NOTHING_NEW,
  'PUT /devs/profile': NOTHING_NEW,
  'PUT /devs/onboarding': NOTHING_NEW,
  'PUT /recruiters/profile': NOTHING_NEW,
  'POST /recruiters/verification': 'one row',
  'POST /recruiters/verification/check': NOTHING_NEW,
}

test('every write of the contract declares what it may store, and every kind of the quotas is stored by one (X3)', async () => {
  // Moderators are trusted.
  const writes = (await contractCalls()).filter((call) => isWrite(call) && call.access !== 'moderator')
  expect(Object.keys(STORES).sort()).toEqual(writes.map(nameOf).sort())
  const kinds = Object.values(STORES).filter((stored) => typeof stored !== 'string')
  // Any POST may carry a key.
  expect([...new Set(kinds.flat())].sort()).toEqual(
    Object.keys(QUOTAS)
      .filter((kind) => kind !== 'idempotencyKey')
      .sort(),
  )
})

test('one application has at most 1000 changes of its status, as its readers read all (X1, X3)', async () => {
  const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  const id = await buildOffer(server, rec)
  const candidateId = await buildApplication(server, id, dev)
  const change = {
    application_id: candidateId,
    from_status: 'pending',
    to_status: 'pending',
    changed_by: rec.id,
    changed_at: '2026-01-01T00:00:00.000Z',
  } as const
  const rows = Array.from({ length: 999 }, () => ({ ...change, id: newId() }))
  await server.db.insertInto('application_changes').values(rows).execute()
  const setStatus = (status: string) =>
    server.refusal(setCandidateStatus, { as: rec, params: { id, candidateId }, body: { status } })
  expect((await setStatus('reviewed')).status).toBe(200)
  expect(await setStatus('interviewed')).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
})
