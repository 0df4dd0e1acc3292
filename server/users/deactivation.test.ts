import { describe, expect, test } from 'vitest'
import { listCandidates } from '#contract/applications.ts'
import { listExperiences } from '#contract/careers.ts'
import { getDev, listDevs, searchDevs } from '#contract/devs.ts'
import { likeProject } from '#contract/likes.ts'
import { getOffer, listOffers, listOffersOfRecruiter, searchOffers } from '#contract/offers.ts'
import { getProject, listProjects, listProjectsOfDeveloper, searchProjects } from '#contract/projects.ts'
import { getRecruiter, listRecruiters } from '#contract/recruiters.ts'
import { deactivateAccount, getSettings } from '#contract/settings.ts'
import { login, register } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
} from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
async function totals(): Promise<
  Record<'developers' | 'recruiters' | 'projects' | 'offers' | 'hires', number>
> {
  const rows = await server.db.selectFrom('totals').select(['name', 'value']).execute()
  const values = Object.fromEntries(rows.map((row) => [row.name, row.value]))
  const { developers = 0, recruiters = 0, projects = 0, offers = 0, hires = 0 } = values
  return { developers, recruiters, projects, offers, hires }
}

const mark = () => `Mark${newId().slice(-8)}`

describe('PUT /settings/delete-account/soft-delete', () => {
  test('a developer disappears everywhere; data of others stays intact', {
    tags: ['API-09', 'SET-05', 'ERR-74'],
  }, async () => {
    const word = mark()
    const dev = await buildDeveloper(server, { surname: word, profile: { skills: JSON.stringify([word]) } })
    const projectId = await buildProject(server, dev, { projectSkills: [word], category: 'DevOps' })
    const other = await buildDeveloper(server)
    const liked = await buildProject(server, other)
    await server.call(likeProject, { as: dev, params: { id: liked } })
    const recruiter = await buildRecruiter(server)
    const offerId = await buildOffer(server, recruiter)
    await buildApplication(server, offerId, dev)
    const before = await totals()

    const { status, body } = await server.call(deactivateAccount, { as: dev })
    expect([status, body]).toEqual([200, { message: 'Account deactivated successfully!' }])

    expect(await totals()).toEqual({
      ...before,
      developers: before.developers - 1,
      projects: before.projects - 1,
    })
    const params = { id: dev.id }
    const project = { id: projectId }
    const gone = await Promise.all([
      server.refusal(getDev, { params }),
      server.refusal(listProjectsOfDeveloper, { params }),
      server.refusal(listExperiences, { params }),
      server.refusal(getProject, { params: project }),
      server.refusal(likeProject, { params: project, as: other }),
    ])
    expect(gone.map((response) => response.status)).toEqual([404, 404, 404, 404, 404])
    const lists = await Promise.all([
      server.call(searchDevs, { query: { q: word } }),
      server.call(searchProjects, { query: { q: word } }),
      server.call(listDevs, { query: { skills: word } }),
      server.call(listProjects, { query: { skills: word } }),
    ])
    expect(lists.map((list) => list.body.total)).toEqual([0, 0, 0, 0])
    expect((await server.call(getProject, { params: { id: liked } })).body.likes).toBe(1)
    const candidates = await server.call(listCandidates, { as: recruiter, params: { id: offerId } })
    expect(candidates.body.applicants.map((applicant) => applicant.user)).toEqual([null])
    expect((await server.call(getOffer, { params: { id: offerId } })).body.applicantsCount).toBe(1)
  })

  test('a recruiter’s offers disappear too', { tags: ['API-09', 'SET-05'] }, async () => {
    const word = mark()
    const recruiter = await buildRecruiter(server)
    const offerId = await buildOffer(server, recruiter, { position: word, skills: [word] })
    await buildOffer(server, recruiter)
    const before = await totals()
    await server.call(deactivateAccount, { as: recruiter })
    expect(await totals()).toEqual({
      ...before,
      recruiters: before.recruiters - 1,
      offers: before.offers - 2,
    })
    const params = { id: recruiter.id }
    expect((await server.refusal(getRecruiter, { params })).status).toBe(404)
    expect((await server.refusal(listOffersOfRecruiter, { params })).status).toBe(404)
    expect((await server.refusal(getOffer, { params: { id: offerId } })).status).toBe(404)
    expect((await server.call(searchOffers, { query: { q: word } })).body.total).toBe(0)
    expect((await server.call(listOffers, { query: { skills: word } })).body.total).toBe(0)
    const listed = (await server.call(listRecruiters)).body.items.map((item) => item._id)
    expect(listed).not.toContain(recruiter.id)
  })

  test('all tokens are revoked, signing in fails as for an unknown account, and the e-mail stays taken (A4, A6)', {
    tags: ['API-09', 'SET-05'],
  }, async () => {
    const person = await buildDeveloper(server)
    const credentials = { email: person.email, password: PASSWORD }
    const second = await server.call(login, { body: credentials })
    await server.call(deactivateAccount, { as: person })
    for (const as of [person, second.body.token]) {
      expect((await server.refusal(getSettings, { as })).status).toBe(401)
      expect((await server.refusal(deactivateAccount, { as })).status).toBe(401)
    }
    const signIn = await server.refusal(login, { body: credentials })
    expect([signIn.status, signIn.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    const taken = await server.refusal(register, {
      body: { name: 'A', surname: 'B', ...credentials, 'confirm-password': PASSWORD, role: 'developer' },
    })
    expect(taken.status).toBe(409)
  })

  test('an account never listed changes no total; concurrent calls count once', {
    tags: 'API-09',
  }, async () => {
    const hidden = await buildDeveloper(server, { onboarded: false })
    const shown = await buildDeveloper(server)
    const before = await totals()
    await server.call(deactivateAccount, { as: hidden })
    expect(await totals()).toEqual(before)
    await Promise.all([1, 2, 3].map(() => server.refusal(deactivateAccount, { as: shown })))
    expect(await totals()).toEqual({ ...before, developers: before.developers - 1 })
  })

  test('a visitor is refused', { tags: ['API-09', 'ROLE-17'] }, async () => {
    expect((await server.refusal(deactivateAccount)).status).toBe(401)
  })
})
