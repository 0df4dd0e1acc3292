import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import { createExperience, createStudy } from '#contract/careers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendMessage } from '#contract/messages.ts'
import { createOffer } from '#contract/offers.ts'
import { createProject, deleteProject, likeProject } from '#contract/projects.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const [developer, recruiter] = [await buildDeveloper(server), await buildRecruiter(server)]

const long = 'x'.repeat(5000)
const period = { startDate: '2020-01', endDate: null, description: long }
const project = { title: 'Map', category: 'Backend', year: 2024, description: long, codeSections: [long] }
const application = { phone: '+34 600 000 000', coverLetter: long, gdprAccepted: true }

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
