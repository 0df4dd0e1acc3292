import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { createExperience, createStudy, deleteExperience, updateExperience } from '#contract/careers.ts'
import { sendTicket } from '#contract/contact.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendMessage } from '#contract/messages.ts'
import { createOffer, deleteOffer, updateOffer } from '#contract/offers.ts'
import { createProject, deleteProject, getProject, likeProject, updateProject } from '#contract/projects.ts'
import { uploadPdf } from '#contract/uploads.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { recount } from '../test/security/recount.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { QUOTAS, type QuotaKind } from './quotas.ts'
import { recountUsage } from './recount.ts'
import { deleteOldVisitorUsage } from './usage.queries.ts'

const server = await startServer()
const limited = await startServer({ RATE_LIMITS: 'on' }, { alone: true })
const small = await startServer({ USER_QUOTA_MB: '1' })

const period = { startDate: '2020-01', endDate: null }
const project = { title: 'Map', category: 'Backend', year: 2024 }
const pdf = Buffer.from('%PDF-1.7')

type Send = (on: TestServer) => Promise<{ status: number; body: unknown; headers: Headers }>
type Case = { kind: QuotaKind; person: Person; send: Send; stored: string }

/** For each kind a person, a call that creates one, and the table that it would grow. */
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
    { kind: 'ticket', stored: 'tickets', ...by(dev, sendTicket, ticket) },
    { kind: 'upload', stored: 'files', person: dev, send: () => upload(on, uploadPdf, pdf, { as: dev }) },
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

describe.each([...KINDS, ...MORE_KINDS])('%s', (kind) => {
  const caseOn = async (on: TestServer) => (await casesOn(on)).find((one) => one.kind === kind) as Case

  test('beyond the cap is refused with 409 LIMIT_REACHED and stores nothing (X3)', async () => {
    const { cap, noun } = QUOTAS[kind]
    const one = await caseOn(server)
    expect((await one.send(server)).status).toBeLessThan(300)
    await setUsage(server, one, { total: cap - 1 })
    expect((await one.send(server)).status).toBeLessThan(300)
    const refused = await one.send(server)
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: true, code: 'LIMIT_REACHED', message: `You have reached the limit of ${cap} ${noun}.` },
    ])
  })

  test('beyond the daily limit is refused with 429 until midnight UTC and stores nothing (X3)', async () => {
    const { daily, noun } = QUOTAS[kind]
    const one = await caseOn(limited)
    expect((await one.send(limited)).status).toBeLessThan(300)
    await setUsage(limited, one, { today: daily - 1 })
    expect((await one.send(limited)).status).toBeLessThan(300)
    // What the call needs is built with it, so only the refused kind is compared.
    const before = await countOf(limited, one)
    const refused = await one.send(limited)
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: true,
        code: 'RATE_LIMITED',
        message: `You have reached the limit of ${daily} ${noun} a day. Please try again tomorrow.`,
      },
    ])
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(24 * 3600)
    if (kind !== 'statusChange') expect(await countOf(limited, one)).toBe(before)
  })
})

describe('caps', () => {
  test('hold for parallel requests (X3)', async () => {
    const dev = await buildDeveloper(server)
    await buildProject(server, dev)
    await server.db
      .updateTable('quota_usage')
      .set({ total: QUOTAS.project.cap - 3 })
      .where('subject', '=', dev.id)
      .where('kind', '=', 'project')
      .execute()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.refusal(createProject, { as: dev, body: project })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  })

  test('leave what is above them readable and editable; a deleted thing makes room (X3)', async () => {
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

  test('of one person do not refuse the messages that are stored in the same moment (X3)', async () => {
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
    const answers = await Promise.all([send(ana, ben), send(eve, ben), send(ben, ana), send(eve, ana)])
    expect(answers.map(({ status }) => status)).toEqual([201, 429, 201, 429])
  })

  test('a visitor opens a number of tickets a day, counted by a hash of the address (X3)', async () => {
    const ticket = { name: 'A', email: 'a@example.com', category: 'bug', subject: 'S', message: 'M' }
    expect((await limited.call(sendTicket, { body: ticket })).status).toBe(201)
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
    expect((await limited.refusal(sendTicket, { body: ticket })).status).toBe(429)
    await deleteOldVisitorUsage(limited.db)
    expect((await limited.refusal(sendTicket, { body: ticket })).status).toBe(429)
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
  test('bound how many repositories a person links, for each fills a cache (X3)', async () => {
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

  test('begin anew with the next day (X3)', async () => {
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

describe('the bytes of a person', () => {
  const bytesOf = async (on: TestServer, { id }: Person) =>
    (
      await on.db
        .selectFrom('quota_usage')
        .select('total')
        .where('subject', '=', id)
        .where('kind', '=', 'bytes')
        .executeTakeFirst()
    )?.total ?? 0

  test('are those of rows and files together: what fills them refuses the other (X3)', async () => {
    const dev = await buildDeveloper(small)
    const long = 'ñ'.repeat(5000)
    const large = { ...project, description: long, codeSections: Array(10).fill(long) }
    let made = 0
    let answer = await small.refusal(createProject, { as: dev, body: large })
    for (; answer.status === 201; made += 1)
      answer = await small.refusal(createProject, { as: dev, body: large })
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: true, code: 'LIMIT_REACHED', message: 'Your storage is full.' },
    ])
    // 1 MiB and a tenth in rows of 110 kB.
    expect(made).toBe(10)
    const refused = await upload(small, uploadPdf, pdf, { as: dev })
    expect([refused.status, refused.body.code]).toEqual([409, 'LIMIT_REACHED'])
    expect(await recount(small.db)).toEqual([])
  })

  test('full of files, leave a tenth for texts (X3)', async () => {
    const dev = await buildDeveloper(small)
    const content = Buffer.concat([pdf, randomBytes(1024 * 1024 - pdf.length)])
    expect((await upload(small, uploadPdf, content, { as: dev })).status).toBe(201)
    expect((await upload(small, uploadPdf, pdf, { as: dev })).status).toBe(409)
    expect((await small.call(createProject, { as: dev, body: project })).status).toBe(201)
  })

  test('beyond the quota an edit may shrink a row, and not make it grow (X3)', async () => {
    const dev = await buildDeveloper(small)
    const id = await buildProject(small, dev, { description: 'As it was' })
    await small.db
      .updateTable('quota_usage')
      .set({ total: 2 * 1024 * 1024 })
      .where('subject', '=', dev.id)
      .where('kind', '=', 'bytes')
      .execute()
    const edit = (description: string) =>
      small.refusal(updateProject, { as: dev, params: { id }, body: { description } })
    expect((await edit('As it is')).status).toBe(200)
    expect((await edit('As it will be')).body.code).toBe('LIMIT_REACHED')
    expect((await small.call(getProject, { params: { id } })).body.description).toBe('As it is')
  })

  test('equal a recount after creations, edits, deletions and likes that come and go (X3)', async () => {
    // The tests above set counters.
    await server.db.transaction().execute(recountUsage)
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    await server.call(sendMessage, { as: dev, params: { id: rec.id }, body: { text: 'Qué tal 🙂' } })
    const cv = await upload(server, uploadPdf, pdf, { as: dev })
    expect(cv.status).toBe(201)
    const { body } = await server.call(createProject, {
      as: dev,
      body: { ...project, description: 'Ω'.repeat(99) },
    })
    const params = { id: body._id }
    await server.call(updateProject, {
      as: dev,
      params,
      body: { description: '🙂', codeSections: ['a', 'b'] },
    })
    await server.call(likeProject, { as: rec, params })
    await server.call(likeProject, { as: rec, params })
    const entry = { company: 'C', position: 'P', ...period }
    const made = await server.call(createExperience, { as: dev, body: entry })
    const entryOf = { as: dev, params: { id: made.body._id } }
    await server.call(updateExperience, { ...entryOf, body: { company: 'Compañía' } })
    await server.call(deleteExperience, entryOf)
    const offer = await server.call(createOffer, { as: rec, body: { position: 'P' } })
    const offerOf = { as: rec, params: { id: offer.body._id } }
    await server.call(updateOffer, { ...offerOf, body: { position: 'Programmer', skills: ['Go', 'C'] } })
    await server.call(applyToOffer, {
      as: dev,
      params: offerOf.params,
      body: { phone: '+34 600 000 000', coverLetter: 'é', gdprAccepted: true },
    })
    await server.call(deleteOffer, offerOf)
    await server.call(deleteProject, { as: dev, params })
    const bytes = await bytesOf(server, dev)
    expect(bytes).toBeGreaterThan(0)
    expect(await bytesOf(server, rec)).toBeGreaterThan(0)
    expect(await recount(server.db)).toEqual([])
    await server.db.transaction().execute(recountUsage)
    expect(await bytesOf(server, dev)).toBe(bytes)
  })
})
