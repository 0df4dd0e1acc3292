import { describe, expect, test } from 'vitest'
import { getDev } from '#contract/devs.ts'
import { getHandle, setHandle } from '#contract/handles.ts'
import { getRecruiter } from '#contract/recruiters.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { getUserProfile } from '#contract/users.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { TASKS } from '../operations/maintenance.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { eraseUserAtOnce } from '../users/erasure.ts'
import { readPersonalData } from '../users/export.queries.ts'

const server = await startServer()
const brief = await startServer({ FORMER_HANDLE_DAYS: '0' })

const take = (as: Person, handle: unknown, at: TestServer = server) =>
  at.call(setHandle, { as, body: { handle } })
const refusal = (as: Person | undefined, handle: unknown, at: TestServer = server) =>
  at.refusal(setHandle, { ...(as && { as }), body: { handle } })
const ownerOf = async (handle: string, at: TestServer = server) => {
  const { body } = await at.call(getHandle, { params: { handle } })
  return [body._id, body.role, body.handle]
}
const isUnknown = async (handle: string, at: TestServer = server) =>
  (await at.refusal(getHandle, { params: { handle } })).status === 404

describe('PUT /users/handle', { tags: ['FLOW-03'] }, () => {
  test('gives a developer and a recruiter a short address, which their public shapes carry', async () => {
    const ana = await buildDeveloper(server)
    const eva = await buildRecruiter(server)
    const none = await server.call(getDev, { params: { id: ana.id } })
    expect(none.body.handle).toBeNull()
    const { body } = await take(ana, ' Ana-01 ')
    expect([body.message, body.user.handle]).toEqual(['Short address saved', 'ana-01'])
    await take(eva, 'eva')
    expect((await server.call(getDev, { params: { id: ana.id } })).body.handle).toBe('ana-01')
    expect((await server.call(getRecruiter, { params: { id: eva.id } })).body.handle).toBe('eva')
    expect((await server.call(getUserProfile, { as: eva })).body.handle).toBe('eva')
    expect(await ownerOf('ANA-01')).toEqual([ana.id, 'developer', 'ana-01'])
    expect(await ownerOf('eva')).toEqual([eva.id, 'recruiter', 'eva'])
  })

  test.each([
    [undefined, 'This field is required'],
    ['', 'This field is required'],
    [7, 'This field is required'],
    ['ab', '3 to 30 characters'],
    ['a'.repeat(31), '3 to 30 characters'],
    ['ana_01', 'Only letters from a to z, digits and hyphens'],
    ['ana.01', 'Only letters from a to z, digits and hyphens'],
    ['maría', 'Only letters from a to z, digits and hyphens'],
    ['@ana', 'Only letters from a to z, digits and hyphens'],
    ['admin', 'This word is reserved'],
    ['Settings', 'This word is reserved'],
  ])('refuses %j with the reason at the field', async (handle, reason) => {
    const ana = await buildDeveloper(server)
    const { status, body } = await refusal(ana, handle)
    expect([status, body.code, body.fields]).toEqual([400, 'VALIDATION', { handle: reason }])
  })

  test('accepts the shortest and the longest, and refuses a visitor', async () => {
    const ana = await buildDeveloper(server)
    for (const handle of ['a-1', 'a'.repeat(30)]) expect((await take(ana, handle)).status).toBe(200)
    expect((await refusal(undefined, 'visitor-1')).status).toBe(401)
  })

  test("refuses a handle of another person in any case, and keeps the caller's", async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await take(ana, 'lucky')
    await take(ben, 'ben')
    const { status, body } = await refusal(ben, 'LUCKY')
    expect([status, body.code, body.message]).toEqual([409, 'HANDLE_TAKEN', 'This address is taken'])
    expect(await ownerOf('ben')).toEqual([ben.id, 'developer', 'ben'])
    expect((await take(ana, 'lucky')).body.user.handle).toBe('lucky')
  })

  test('gives a handle to one of many concurrent callers', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => buildDeveloper(server)))
    const responses = await Promise.all(people.map((as) => refusal(as, 'wanted')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('is refused after many changes, as each reserves a handle', async () => {
    const ana = await buildDeveloper(server)
    for (let n = 0; n < 6; n += 1) await take(ana, `many-${n}`)
    const { status, body } = await refusal(ana, 'many-6')
    expect([status, body.code]).toEqual([409, 'LIMIT_REACHED'])
    expect(await ownerOf('many-0')).toEqual([ana.id, 'developer', 'many-5'])
    // Back to an own former one, which is no longer released.
    expect((await take(ana, 'many-0')).body.user.handle).toBe('many-0')
  })
})

describe('a former handle', { tags: ['FLOW-03'] }, () => {
  test('leads to the current one, is reserved for its owner, and can be taken back', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await take(ana, 'old-name')
    await take(ana, 'new-name')
    expect(await ownerOf('old-name')).toEqual([ana.id, 'developer', 'new-name'])
    expect((await refusal(ben, 'old-name')).body.code).toBe('HANDLE_TAKEN')
    await take(ana, 'old-name')
    expect(await ownerOf('new-name')).toEqual([ana.id, 'developer', 'old-name'])
  })

  test('is not found after its period, and is available to others', async () => {
    const [ana, ben] = [await buildDeveloper(brief), await buildDeveloper(brief)]
    await take(ana, 'once-mine', brief)
    await take(ana, 'now-mine', brief)
    expect(await isUnknown('once-mine', brief)).toBe(true)
    await take(ben, 'once-mine', brief)
    expect(await ownerOf('once-mine', brief)).toEqual([ben.id, 'developer', 'once-mine'])
    await take(ana, 'last-mine', brief)
    await TASKS['delete former handles']?.(brief)
    expect((await readPersonalData(brief.db, ana.id)).handles).toMatchObject([{ handle: 'last-mine' }])
  })
})

describe('GET /users/handle/:handle', { tags: ['FLOW-03'] }, () => {
  test('is 404 for unknown words and for people who are 404 by id', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await take(ana, 'leaving')
    await take(ben, 'hidden')
    await server.call(deactivateAccount, { as: ana })
    const moderated = { moderated_at: new Date().toISOString() }
    await server.db.updateTable('users').set(moderated).where('id', '=', ben.id).execute()
    for (const handle of ['leaving', 'hidden', 'nobody-here', 'x'.repeat(31), '%00', 'maría']) {
      expect([handle, await isUnknown(handle)]).toEqual([handle, true])
    }
    // Its owner may be reactivated.
    expect((await refusal(await buildDeveloper(server), 'leaving')).body.code).toBe('HANDLE_TAKEN')
  })

  test('counts as a read of a profile (P6)', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    const ana = await buildDeveloper(limited)
    await take(ana, 'counted', limited)
    const reads = { as: ana, params: { handle: 'counted' } }
    const { points } = LIMIT_RULES.contacts
    for (let n = 0; n < points; n += 1) await limited.call(getHandle, reads)
    expect((await limited.refusal(getHandle, reads)).status).toBe(429)
    expect((await limited.refusal(getDev, { as: ana, params: { id: ana.id } })).status).toBe(429)
  })
})

test('an export contains the handles, and erasure releases them', { tags: ['FLOW-03'] }, async () => {
  const ana = await buildDeveloper(server)
  await take(ana, 'first-one')
  await take(ana, 'second-one')
  expect((await readPersonalData(server.db, ana.id)).handles).toMatchObject([
    { handle: 'first-one', released_at: expect.any(String) },
    { handle: 'second-one', released_at: null },
  ])
  await eraseUserAtOnce(server, ana.id)
  const ben = await buildDeveloper(server)
  for (const handle of ['first-one', 'second-one']) expect((await take(ben, handle)).status).toBe(200)
})
