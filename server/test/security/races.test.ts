import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { STATUSES, setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { likeProject, viewProject } from '#contract/likes.ts'
import { listMessages, sendMessage } from '#contract/messages.ts'
import { createOffer, deleteOffer, listOffers } from '#contract/offers.ts'
import { deleteProject } from '#contract/projects.ts'
import { changePassword, deactivateAccount, getSettings } from '#contract/settings.ts'
import { forgotPassword, login, logout, register, resetPassword } from '#contract/users.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../builders.ts'
import { mailsTo } from '../outbox.ts'
import { startServer } from '../server.ts'
import { recount } from './recount.ts'

/**
 * `LONG=1` for the number of the security rules. Applicants to one offer are serialised, and a statement times out
 * after 3 s, which 60 of them took on a busy machine.
 */
const MANY = process.env.LONG ? 200 : 40
const FEW = process.env.LONG ? 100 : 30

const server = await startServer()
const { db } = server
const application = { phone: '+34 600 000 000', gdprAccepted: true }
const crowd: Person[] = []

beforeAll(async () => {
  for (let n = 0; n < MANY; n += 1) crowd.push(await buildDeveloper(server))
})

/** All at once; returns the count of each status. */
async function atOnce(count: number, act: (turn: number) => Promise<{ status: number }>) {
  const responses = await Promise.all(Array.from({ length: count }, (_, turn) => act(turn)))
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const project = (id: string) =>
  db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countOf = async (table: 'likes' | 'applications', column: string, id: string) =>
  (
    await db
      .selectFrom(table)
      .selectAll()
      .where(column as never, '=', id as never)
      .execute()
  ).length

describe('many at once', () => {
  test('one e-mail opens one account (C-1, A1)', async () => {
    const body = {
      name: 'Ana',
      surname: 'Peña',
      email: 'once@example.com',
      password: PASSWORD,
      'confirm-password': PASSWORD,
    }
    expect(await atOnce(FEW, () => server.call(register, { body }))).toEqual({ 201: 1, 409: FEW - 1 })
  })

  test('one developer applies to one offer once (C-2, O2)', async () => {
    const offer = await buildOffer(server, await buildRecruiter(server))
    const [as] = crowd
    const send = () =>
      server.call(applyToOffer, { params: { id: offer }, body: application, ...(as && { as }) })
    expect(await atOnce(MANY, send)).toEqual({ 200: 1, 409: MANY - 1 })
    expect(await countOf('applications', 'offer_id', offer)).toBe(1)
  })

  test('many developers apply to one offer, and each is counted (C-3, D-1)', async () => {
    const offer = await buildOffer(server, await buildRecruiter(server))
    const sent = { params: { id: offer }, body: application }
    expect(await atOnce(MANY, (turn) => server.call(applyToOffer, { ...sent, as: at(turn) }))).toEqual({
      200: MANY,
    })
    const row = await db
      .selectFrom('offers')
      .select('applicants_count')
      .where('id', '=', offer)
      .executeTakeFirst()
    expect(row?.applicants_count).toBe(MANY)
  })

  test('a like that one person sets many times is counted once (C-4, P4)', async () => {
    const id = await buildProject(server, at(0))
    const like = (liked: boolean) => () =>
      server.call(likeProject, { params: { id }, body: { liked }, as: at(1) })
    expect(await atOnce(MANY, like(true))).toEqual({ 200: MANY })
    expect((await project(id)).likes_count).toBe(1)
    expect(await atOnce(MANY, like(false))).toEqual({ 200: MANY })
    expect((await project(id)).likes_count).toBe(0)
  })

  test('likes of many are set and removed, and the counter equals the rows (C-5, P4)', async () => {
    const id = await buildProject(server, at(0))
    await atOnce(MANY, (turn) => server.call(likeProject, { params: { id }, body: {}, as: at(turn % FEW) }))
    await atOnce(MANY, (turn) =>
      server.call(likeProject, { params: { id }, body: { liked: turn % 3 > 0 }, as: at(turn) }),
    )
    expect((await project(id)).likes_count).toBe(await countOf('likes', 'project_id', id))
  })

  test('a status is changed many times, and its history has no gap (C-6, O3)', async () => {
    const rec = await buildRecruiter(server)
    const offer = await buildOffer(server, rec)
    const candidateId = await buildApplication(server, offer, at(2))
    const counts = await atOnce(FEW, (turn) =>
      server.call(setCandidateStatus, {
        params: { id: offer, candidateId },
        body: { status: STATUSES[turn % STATUSES.length] ?? 'pending' },
        as: rec,
      }),
    )
    expect(counts).toEqual({ 200: FEW })
    const changes = await db
      .selectFrom('application_changes')
      .select(['from_status', 'to_status'])
      .where('application_id', '=', candidateId)
      .orderBy('changed_at')
      .execute()
    const { status } = await db
      .selectFrom('applications')
      .select('status')
      .where('id', '=', candidateId)
      .executeTakeFirstOrThrow()
    expect(changes.at(-1)?.to_status ?? 'pending').toBe(status)
    // Each starts with the result of another one.
    const sorted = (list: (string | null)[]) => list.map(String).sort()
    expect(sorted(changes.map((change) => change.from_status))).toEqual(
      sorted([null, ...changes.map((change) => change.to_status)]).filter(once(status)),
    )
  })

  test('a reset link works once, and every other session has ended (C-7, A7)', async () => {
    const person = await buildDeveloper(server)
    await server.call(forgotPassword, { body: { email: person.email } })
    const [mail] = await mailsTo(server, person.email)
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const counts = await atOnce(FEW, (turn) =>
      server.call(resetPassword, { params: { token }, body: { password: `Other-${turn}` } }),
    )
    expect(counts).toEqual({ 200: 1, 400: FEW - 1 })
    expect((await server.call(getSettings, { as: person })).status).toBe(401)
  })

  test('one idempotency key creates one resource (C-8, G19)', async () => {
    const as = await buildRecruiter(server)
    const headers = { 'idempotency-key': randomUUID() }
    const position = `Once ${as.id}`
    const counts = await atOnce(FEW, () => server.call(createOffer, { as, headers, body: { position } }))
    expect((counts[201] ?? 0) + (counts[409] ?? 0)).toBe(FEW)
    const made = await db.selectFrom('offers').select('id').where('position', '=', position).execute()
    expect(made).toHaveLength(1)
  })

  test('an offer is deleted while many apply: earlier applicants are counted, later ones are refused (C-9, O2)', async () => {
    const rec = await buildRecruiter(server)
    const offer = await buildOffer(server, rec)
    const counts = await atOnce(MANY, (turn) =>
      turn === Math.floor(MANY / 3)
        ? server.call(deleteOffer, { params: { id: offer }, as: rec })
        : server.call(applyToOffer, { params: { id: offer }, body: application, as: at(turn) }),
    )
    expect((counts[200] ?? 0) + (counts[404] ?? 0)).toBe(MANY)
    const rows = await countOf('applications', 'offer_id', offer)
    // The last applicants may have received a 404 after their commit.
    expect(rows).toBeGreaterThanOrEqual((counts[200] ?? 0) - 1)
    expect(
      (await server.call(listOffers, { query: { limit: '100' } })).body.items.map(({ _id }) => _id),
    ).not.toContain(offer)
  })

  test('an account is deactivated while many like and view: none of its content stays public (C-10, decision 36)', async () => {
    const owner = await buildDeveloper(server)
    const [id, other] = [await buildProject(server, owner), await buildProject(server, owner)]
    const counts = await atOnce(MANY, (turn) => {
      if (turn === 20) return server.call(deactivateAccount, { as: owner })
      if (turn === 10) return server.call(deleteProject, { params: { id: other }, as: owner })
      if (turn % 3 === 0) return server.call(viewProject, { params: { id } })
      return server.call(likeProject, {
        params: { id: turn % 2 ? id : other },
        body: { liked: true },
        as: at(turn),
      })
    })
    expect(Object.keys(counts).filter((status) => !['200', '404', '401'].includes(status))).toEqual([])
    expect((await server.call(viewProject, { params: { id } })).status).toBe(404)
    expect((await project(id)).hidden_at).not.toBeNull()
  })

  test('messages of both sides are numbered without gaps, and a repeated one is stored once (C-11, S6)', async () => {
    const [one, two] = [await buildDeveloper(server), await buildRecruiter(server)]
    const clientId = randomUUID()
    const counts = await atOnce(MANY, (turn) => {
      const [from, to] = turn % 2 ? [one, two] : [two, one]
      const isSame = turn % 6 === 1
      const body = isSame ? { text: 'same', clientId } : { text: `${turn}` }
      return server.call(sendMessage, { params: { id: to.id }, body, as: from })
    })
    const repeated = Array.from({ length: MANY }, (_, turn) => turn).filter((turn) => turn % 6 === 1).length
    expect(counts).toEqual({ 201: MANY - repeated + 1, 200: repeated - 1 })
    const { last_seq } = await db
      .selectFrom('conversations')
      .select('last_seq')
      .where((row) => row.or([row('low_id', '=', one.id), row('high_id', '=', one.id)]))
      .executeTakeFirstOrThrow()
    expect(last_seq).toBe(MANY - repeated + 1)
    const { body } = await server.call(listMessages, {
      params: { id: two.id },
      query: { limit: '100' },
      as: one,
    })
    expect(body.map(({ seq }) => seq)).toEqual(body.map((_, index) => last_seq - body.length + 1 + index))
  })

  test('a password is changed once, and no earlier token is valid after the response (C-12, A6)', async () => {
    const person = await buildDeveloper(server)
    const second = await server.call(login, { body: { email: person.email, password: PASSWORD } })
    const counts = await atOnce(FEW, (turn) => {
      if (turn % 10 === 9) return server.call(logout, { as: second.body.token })
      if (turn % 2) return server.call(getSettings, { as: person })
      return server.call(changePassword, {
        as: person,
        body: { oldPassword: PASSWORD, newPassword: `Other-${turn}` },
      })
    })
    expect(
      Object.keys(counts).filter((status) => !['200', '204', '401', '400', '409'].includes(status)),
    ).toEqual([])
    const { token_version } = await db
      .selectFrom('users')
      .select('token_version')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(token_version).toBe(2)
    for (const as of [person.token, second.body.token]) {
      expect((await server.call(getSettings, { as })).status).toBe(401)
    }
  })

  test('afterwards every counter equals a recount (D-1)', async () => {
    expect(await recount(db)).toEqual([])
  })
})

const at = (turn: number) => crowd[turn % crowd.length] as Person

/** Drops the final result, with which nothing starts. */
function once(word: string) {
  let isDropped = false
  return (given: string) => {
    if (given !== word || isDropped) return true
    isDropped = true
    return false
  }
}
