import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import {
  createExperience,
  createStudy,
  deleteExperience,
  deleteStudy,
  updateExperience,
  updateStudy,
} from '#contract/careers.ts'
import { onboardDev, updateDevProfile } from '#contract/devs.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createOffer, deleteOffer, updateOffer } from '#contract/offers.ts'
import { createProject, deleteProject, updateProject } from '#contract/projects.ts'
import { updateRecruiterProfile } from '#contract/recruiters.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
} from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const [owner, stranger] = [await buildDeveloper(server), await buildDeveloper(server)]
const [recruiter, other] = [await buildRecruiter(server), await buildRecruiter(server)]
const project = await buildProject(server, owner)
const offer = await buildOffer(server, recruiter)
const application = await buildApplication(server, offer, owner)
const period = { startDate: '2020-03', endDate: '2021-03' }
const experience = (
  await server.call(createExperience, {
    as: owner,
    body: { company: 'Puerto', position: 'Engineer', ...period },
  })
).body._id
const study = (
  await server.call(createStudy, { as: owner, body: { degree: 'Physics', instituteName: 'UPV', ...period } })
).body._id

type Sent = { params?: Record<string, string>; body?: unknown }
type Who = { token: string }

/** A forbidden role, an allowed one, and invalid input; calls without a body are refused to visitors only. */
const CALLS: [Endpoint, Who, Who, Sent][] = [
  [createProject, recruiter, owner, { body: { title: 'Ferry', category: 'All', year: 2024 } }],
  [updateProject, stranger, owner, { params: { id: project }, body: { title: 'Changed', year: 1899 } }],
  [deleteProject, stranger, stranger, { params: { id: project } }],
  [
    createExperience,
    recruiter,
    owner,
    { body: { company: 'X', position: 'Y', ...period, endDate: '1999-01' } },
  ],
  [updateExperience, stranger, owner, { params: { id: experience }, body: { company: 'X', position: ' ' } }],
  [deleteExperience, stranger, stranger, { params: { id: experience } }],
  [createStudy, recruiter, owner, { body: { degree: 'X', instituteName: '', ...period } }],
  [updateStudy, stranger, owner, { params: { id: study }, body: { degree: 'X', startDate: '2999-01' } }],
  [deleteStudy, stranger, stranger, { params: { id: study } }],
  [updateDevProfile, recruiter, owner, { body: { name: 'Changed', description: 'Too short' } }],
  [onboardDev, recruiter, owner, { body: { phone: '600', hasCompletedOnboarding: true } }],
  [createOffer, owner, recruiter, { body: { position: 'Keeper', contractType: ['Forever'] } }],
  [updateOffer, other, recruiter, { params: { id: offer }, body: { position: 'Changed', salary: -1 } }],
  [deleteOffer, other, other, { params: { id: offer } }],
  [applyToOffer, recruiter, stranger, { params: { id: offer }, body: { phone: '600', gdprAccepted: true } }],
  [applyToOffer, recruiter, stranger, { params: { id: offer }, body: { phone: '+34 600 000 000' } }],
  [
    applyToOffer,
    recruiter,
    owner,
    { params: { id: offer }, body: { phone: '+34 611 111 111', gdprAccepted: true } },
  ],
  [
    setCandidateStatus,
    other,
    recruiter,
    { params: { id: offer, candidateId: application }, body: { status: 'hired' } },
  ],
  [updateRecruiterProfile, owner, recruiter, { body: { name: 'Changed', description: 'x'.repeat(501) } }],
]

test.each(CALLS.map((row) => [`${row[0].method} ${row[0].path}`, row] as const))(
  '%s leaves every table unchanged when it is refused (G1, G2)',
  async (_name, [endpoint, forbidden, allowed, sent]) => {
    const before = await everyRow()
    for (const as of [undefined, forbidden.token, allowed.token]) {
      const response = await server.refusal(endpoint, { ...sent, ...(as !== undefined && { as }) } as object)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.body).toMatchObject({ error: true, message: expect.any(String) })
    }
    expect(await everyRow()).toEqual(before)
  },
)

/** Without the search index, whose internal tables differ. */
async function everyRow() {
  const tables = await server.db.introspection.getTables()
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    if (/_(search|grams)/.test(name)) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(server.db)
    all[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}
