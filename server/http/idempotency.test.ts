import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAnnouncement } from '#contract/announcements.ts'
import { notifyNow, setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { createExperience, createStudy } from '#contract/careers.ts'
import { sendSupportTicket } from '#contract/contact.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { likeProject } from '#contract/likes.ts'
import { sendMessage } from '#contract/messages.ts'
import { actOnReport, answerSupportTicket } from '#contract/moderation.ts'
import { createOffer } from '#contract/offers.ts'
import { createProject, deleteProject } from '#contract/projects.ts'
import { allRoutes } from '../routes.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
} from '../test/builders.ts'
import { MODERATOR, moderate } from '../test/moderation.ts'
import { nameOf } from '../test/security/contract-calls.ts'
import { startServer } from '../test/server.ts'
import { isRepeatable, runOnce } from './idempotency.ts'

const server = await startServer({ MODERATOR_EMAILS: MODERATOR.email })
const [developer, recruiter] = [await buildDeveloper(server), await buildRecruiter(server)]
const { moderator, report } = await moderate(server)

const long = 'x'.repeat(5000)
const period = { startDate: '2020-01', endDate: null, description: long }
const project = { title: 'Map', category: 'Backend', year: 2024, description: long, codeSections: [long] }
const application = { phone: '+34 600 000 000', coverLetter: long, gdprAccepted: true }

/** The id of an application with an outcome that is not sent yet. */
async function buildOutcome(): Promise<string> {
  const offer = await buildOffer(server, recruiter)
  const id = await buildApplication(server, offer, developer, { coverLetter: long })
  const params = { id: offer, candidateId: id }
  await server.call(setCandidateStatus, { as: recruiter, params, body: { status: 'rejected' } })
  return id
}

async function buildTicket(): Promise<string> {
  const texts = { name: 'Ana', email: 'ana@example.com', category: 'bug', subject: 'Help', message: long }
  await server.call(sendSupportTicket, { body: texts })
  const { id } = await server.db.selectFrom('tickets').select('id').executeTakeFirstOrThrow()
  return id
}

const buildReported = async () =>
  (await report('offer', await buildOffer(server, recruiter, { description: long }), developer)).body._id

const CALLS: [string, Endpoint, { as: { token: string }; params?: Record<string, string>; body: object }][] =
  [
    ['a project', createProject, { as: developer, body: project }],
    ['an experience', createExperience, { as: developer, body: { company: 'C', position: 'P', ...period } }],
    ['a study', createStudy, { as: developer, body: { degree: 'D', instituteName: 'I', ...period } }],
    ['an offer', createOffer, { as: recruiter, body: { position: 'P', description: long } }],
    [
      'an application',
      applyToOffer,
      {
        as: developer,
        params: { id: await buildOffer(server, recruiter, { description: long }) },
        body: application,
      },
    ],
    [
      'a message',
      sendMessage,
      { as: developer, params: { id: recruiter.id }, body: { text: 'x'.repeat(2000) } },
    ],
    [
      'a like',
      likeProject,
      { as: recruiter, params: { id: await buildProject(server, developer) }, body: { liked: true } },
    ],
    [
      'an outcome that is sent at once',
      notifyNow,
      { as: recruiter, params: { id: await buildOutcome() }, body: {} },
    ],
    ['an announcement', createAnnouncement, { as: moderator, body: { text: '"'.repeat(500) } }],
    [
      'an answer to a ticket',
      answerSupportTicket,
      { as: moderator, params: { id: await buildTicket() }, body: { text: long } },
    ],
    [
      'a decision of a moderator',
      actOnReport,
      {
        as: moderator,
        params: { id: await buildReported() },
        body: { act: 'hide', reason: 'Against our rules' },
      },
    ],
  ]

const storedFor = (key: string) =>
  server.db
    .selectFrom('idempotency_keys')
    .select(['status', 'body', 'path'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()

test.each(CALLS)(
  'the key of %s stores no copy of the response, and replays status and resource (X3, G19)',
  async (_name, endpoint, { body, ...sent }) => {
    const key = randomUUID()
    const send = () =>
      server.call(endpoint, {
        ...sent,
        body: body as Record<string, unknown>,
        headers: { 'idempotency-key': key },
      })
    const first = await send()
    expect([200, 201]).toContain(first.status)
    expect((await storedFor(key)).body?.length).toBeLessThan(100)
    const again = await send()
    expect([again.status, again.body]).toEqual([first.status, first.body])
  },
)

test('the replay shows the resource as it is now, and 404 after its deletion (G19)', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => server.call(createProject, { as: developer, body: project, headers })
  const { body } = await send()
  await server.call(deleteProject, { as: developer, params: { id: body._id } })
  expect((await send()).status).toBe(404)
})

test('one key counts once, however the address is spelled (G19)', async () => {
  const id = await buildProject(server, developer)
  const key = randomUUID()
  const like = async (path: string) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${developer.token}`, 'idempotency-key': key },
    })
    return response.json()
  }
  const first = await like(`/projects/${id}/like`)
  expect(await like(`/projects/${id.replace('-', '%2d')}/like`)).toEqual(first)
  expect((await storedFor(key)).path).toBe(`/api/projects/${id}/like`)
})

/** Their responses are a few words and ids. */
const SMALL = [
  'POST /admin/confirm',
  'POST /admin/jobs/:id/retry',
  'POST /appeals/:token',
  'POST /applications/:id/withdraw',
  'POST /contact',
  'POST /messages/read',
  'POST /projects/:id/like',
  'POST /push/subscriptions',
  'POST /recruiters/verification',
  'POST /recruiters/verification/check',
  'POST /reports',
  'POST /unsubscribe',
  'POST /users/confirm',
  'POST /users/confirm/again',
  'POST /users/email/undo',
  'POST /users/forgot-password',
  'POST /users/logout',
  'POST /users/register',
]

test('every other POST reads its response again instead of storing it (X3)', () => {
  const storing = allRoutes(server).filter(
    ({ endpoint, handler }) => isRepeatable(endpoint) && handler.replay === undefined,
  )
  expect(storing.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(SMALL)
})

test('a route whose response is above 1 kB is refused without `replay`, and its key is free again (X3)', async () => {
  const claimed = { userId: developer.id, path: '/api/large', key: randomUUID() }
  const respond = (length: number) =>
    runOnce(server, claimed, async () => ({ status: 201, body: { text: 'x'.repeat(length) } }))
  await expect(respond(1100)).rejects.toThrow('needs `replay`')
  expect(await respond(900)).toMatchObject({ status: 201 })
  expect((await storedFor(claimed.key)).body?.length).toBeLessThan(1024)
})
