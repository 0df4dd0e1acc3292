import { expect, test } from 'vitest'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { send } from '../test/security/send.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

async function call(name: string, as: Person | undefined, params: Record<string, string>, body?: object) {
  const response = await send(server.url, name, { params, body }, as?.token)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a client that knows only salary, and neither state nor from, keeps working', {
  tags: ['LIFE-02', 'PAY-01', 'APPL-06'],
}, async () => {
  const [recruiter, developer] = [await buildRecruiter(server), await buildDeveloper(server)]
  const created = await call('POST /offers', recruiter, {}, { position: 'Keeper', salary: 30_000 })
  expect([created.status, created.body.salary]).toEqual([201, 30_000])
  const id = String(created.body._id)
  const edited = await call('PUT /offers/:id', recruiter, { id }, { position: 'Keeper', salary: 32_000 })
  expect([edited.status, edited.body.salary]).toEqual([200, 32_000])
  // Immediately public, and open.
  const read = await call('GET /offers/:id', undefined, { id })
  expect([read.status, read.body.salary, read.body.applicantsCount]).toEqual([200, 32_000, 0])
  const body = { phone: '+34 600 000 000', gdprAccepted: true }
  expect((await call('POST /offers/:id/apply', developer, { id }, body)).status).toBe(200)
  const again = await call('POST /offers/:id/apply', developer, { id }, body)
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_APPLIED'])

  const board = await call('GET /offers/:id/candidates', recruiter, { id })
  const [applicant] = board.body.applicants as { _id: string; status: string }[]
  const params = { id, candidateId: applicant?._id ?? '' }
  for (const status of ['reviewed', 'interviewed', 'accepted', 'rejected', 'pending', 'accepted']) {
    const moved = await call('PUT /offers/:id/candidates/:candidateId', recruiter, params, { status })
    expect([moved.status, (moved.body.applicant as { status: string }).status]).toEqual([200, status])
  }
  const applied = await call('GET /offers/applied/:id', developer, { id: developer.id })
  expect(applied.body.offers).toMatchObject([{ _id: id, salary: 32_000 }])
  expect((await call('PATCH /offers/:id/delete', recruiter, { id }, {})).status).toBe(200)
  expect((await call('GET /offers/:id', undefined, { id })).status).toBe(404)
})
