import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  getCandidateHistory,
  getCoverLetter,
  listCandidates,
  setCandidateStatus,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createOffer,
  deleteOffer,
  getOffer,
  getStats,
  listAppliedOffers,
  listDailyApplications,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  searchOffers,
  updateOffer,
} from '#contract/offers.ts'
import { getRecruiter, listRecruiters, updateRecruiterProfile } from '#contract/recruiters.ts'
import { listSkills, suggestSkills } from '#contract/skills.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const JWT_SECRET = 'a secret that only the tests of this file know'
const server = await startServer({ JWT_SECRET })

type Scene = Awaited<ReturnType<typeof setScene>>
type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** What the call answers to nobody, to the applicant, another developer, the owner, another recruiter. */
type Row = [Endpoint, (scene: Scene) => Sent, [number, number, number, number, number]]

async function setScene() {
  const [applicant, developer] = [await buildDeveloper(server), await buildDeveloper(server)]
  const [owner, recruiter] = [await buildRecruiter(server), await buildRecruiter(server)]
  const offer = await buildOffer(server, owner)
  const application = await buildApplication(server, offer, applicant, { coverLetter: 'Hola, me interesa.' })
  return { applicant, developer, owner, recruiter, offer, application }
}

const EVERYBODY: Row[2] = [200, 200, 200, 200, 200]
const OWNER: Row[2] = [401, 403, 403, 200, 403]
const candidate = ({ offer, application }: Scene) => ({ params: { id: offer, candidateId: application } })

/** Written by hand from DECISION 41 and SECURITY-RULES 5, not from the endpoints. */
const ROWS: Row[] = [
  [listOffers, () => ({}), EVERYBODY],
  [searchOffers, () => ({ query: { q: 'backend' } }), EVERYBODY],
  [listOffersOfRecruiter, ({ owner }) => ({ params: { id: owner.id } }), EVERYBODY],
  [getOffer, ({ offer }) => ({ params: { id: offer } }), EVERYBODY],
  [suggestSkills, () => ({ query: { q: 'ty' } }), EVERYBODY],
  [listSkills, () => ({}), EVERYBODY],
  [listRecruiters, () => ({}), EVERYBODY],
  [getRecruiter, ({ owner }) => ({ params: { id: owner.id } }), EVERYBODY],
  [listOffersToApply, () => ({}), [401, 200, 200, 403, 403]],
  [listAppliedOffers, ({ applicant }) => ({ params: { id: applicant.id } }), [401, 200, 403, 403, 403]],
  [
    applyToOffer,
    ({ offer }) => ({ params: { id: offer }, body: { phone: '+34 600 000 000', gdprAccepted: true } }),
    [401, 409, 200, 403, 403],
  ],
  [createOffer, () => ({ body: { position: 'Keeper' } }), [401, 403, 403, 201, 201]],
  [updateOffer, ({ offer }) => ({ params: { id: offer }, body: { position: 'Keeper' } }), OWNER],
  [deleteOffer, ({ offer }) => ({ params: { id: offer } }), OWNER],
  [getStats, ({ owner }) => ({ params: { id: owner.id } }), OWNER],
  [listDailyApplications, ({ owner }) => ({ params: { id: owner.id } }), OWNER],
  [listCandidates, ({ offer }) => ({ params: { id: offer } }), OWNER],
  [setCandidateStatus, (scene) => ({ ...candidate(scene), body: { status: 'reviewed' } }), OWNER],
  [getCandidateHistory, candidate, OWNER],
  [getCoverLetter, candidate, [401, 200, 403, 200, 403]],
  [updateRecruiterProfile, () => ({ body: { name: 'Marta' } }), [401, 403, 403, 200, 200]],
]

const call = async (endpoint: Endpoint, sent: Sent, as?: string) => {
  const answer = await server.call(endpoint, { ...sent, ...(as !== undefined && { as }) } as object)
  return answer.status
}

describe.each(ROWS.map((row) => [`${row[0].method} ${row[0].path}`, row] as const))('%s', (_name, row) => {
  const [endpoint, sentIn, [nobody, ...expected]] = row

  test('answers each role and owner as the rules say [ROLE-01, ROLE-07, ROLE-18] (G2, O1, O2, O4, O5)', async () => {
    // The owner last: afterwards the offer may be gone.
    const roles = ['applicant', 'developer', 'recruiter', 'owner'] as const
    const scene = await setScene()
    const sent = sentIn(scene)
    const [applicant, developer, owner, recruiter] = expected
    const wanted = { applicant, developer, owner, recruiter }
    expect(await call(endpoint, sent)).toBe(nobody)
    for (const role of roles) {
      expect([role, await call(endpoint, sent, scene[role].token)]).toEqual([role, wanted[role]])
    }
  })

  test('takes a bad, expired or revoked token, and one of somebody who left, for none (A5)', async () => {
    const scene = await setScene()
    const sent = sentIn(scene)
    // Where everybody may look, the page of somebody who left would be gone.
    for await (const token of uselessTokens(nobody === 401 ? scene.owner : scene.recruiter)) {
      expect(await call(endpoint, sent, token)).toBe(nobody)
    }
  })
})

test('ids that do not belong together are not found, even for the owner of one of them (G3)', async () => {
  const [one, other] = [await setScene(), await setScene()]
  const params = { id: one.offer, candidateId: other.application }
  const as = one.owner.token
  expect(await call(setCandidateStatus, { params, body: { status: 'accepted' } }, as)).toBe(404)
  expect(await call(getCandidateHistory, { params }, as)).toBe(404)
  expect(await call(getCoverLetter, { params }, as)).toBe(404)
  const turned = { params: { id: other.offer, candidateId: one.application } }
  expect(await call(getCoverLetter, turned, as)).toBe(403)
  expect(await call(getCandidateHistory, turned, as)).toBe(403)
})

/** Tokens of this person that once were good, or never. The last one ends the account. */
async function* uselessTokens(person: Person): AsyncGenerator<string> {
  yield 'no.token.atall'
  yield `${person.token.slice(0, -4)}AAAA`
  const [, payload = ''] = person.token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  yield await new SignJWT({ ...claims, iat: 1, exp: 2 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(JWT_SECRET))
  const change = (values: { token_version?: number; deactivated_at?: string }) =>
    server.db.updateTable('users').set(values).where('id', '=', person.id).execute()
  await change({ token_version: 2 })
  yield person.token
  await change({ token_version: 1, deactivated_at: '2026-01-01T00:00:00.000Z' })
  yield person.token
}
