import { describe, expect, test } from 'vitest'
import {
  getCandidateHistory,
  listApplications,
  listCandidates,
  STATUSES,
  setCandidateStatus,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { deleteOffer, getOffer, listOffers } from '#contract/offers.ts'
import { newId, now } from '../lib/ids.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const application = { phone: '+34 600 000 000', coverLetter: 'Hola, me interesa.', gdprAccepted: true }

async function buildScene() {
  const recruiter = await buildRecruiter(server)
  const offer = await buildOffer(server, recruiter, { skills: ['Go'] })
  return { recruiter, offer, developer: await buildDeveloper(server) }
}

async function insertPeople(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  const person = { role: 'developer' as const, password_hash: '', name: 'Ana', surname: 'Ruiz' }
  await server.db
    .insertInto('users')
    .values(ids.map((id) => ({ ...person, id, email: `${id}@example.com`, created_at: now() })))
    .execute()
  return ids
}

const consentAt = (time: string) => ({
  applied_at: time,
  gdpr_accepted_at: time,
  gdpr_text_version: '2026-11',
})

describe('POST /offers/{id}/apply', () => {
  test('a developer applies once; the second time is refused with 409', {
    tags: ['API-39', 'ERR-40', 'DATA-28'],
  }, async () => {
    const { offer, developer } = await buildScene()
    const first = await server.call(applyToOffer, { as: developer, params: { id: offer }, body: application })
    expect(first.status).toBe(200)
    expect(first.body.msg).toBe('Application successful')
    expect(first.body.offer).toMatchObject({ _id: offer, applied: true, applicantsCount: 1 })

    const second = await server.refusal(applyToOffer, {
      as: developer,
      params: { id: offer },
      body: application,
    })
    expect(second.status).toBe(409)
    expect(second.body).toEqual({
      error: true,
      message: 'You have already applied to this offer',
      code: 'ALREADY_APPLIED',
    })
    expect((await server.call(getOffer, { params: { id: offer } })).body.applicantsCount).toBe(1)
  })

  test('fifty parallel requests make one application; time and text of the consent are stored (O2)', async () => {
    const { offer, developer } = await buildScene()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.call(applyToOffer, { as: developer, params: { id: offer }, body: application }),
      ),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array<number>(49).fill(409)])
    const rows = await server.db
      .selectFrom('applications')
      .selectAll()
      .where('offer_id', '=', offer)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ gdpr_text_version: '2026-11', gdpr_accepted_at: rows[0]?.applied_at })
  })

  test.each([
    ['phone', { phone: '' }, 'Please enter a valid phone number (start with + and at least 10 digits).'],
    [
      'phone',
      { phone: '600000000000' },
      'Please enter a valid phone number (start with + and at least 10 digits).',
    ],
    [
      'phone',
      { phone: '+34 60000' },
      'Please enter a valid phone number (start with + and at least 10 digits).',
    ],
    [
      'phone',
      { phone: '+34-600-000-000' },
      'Please enter a valid phone number (start with + and at least 10 digits).',
    ],
    ['gdprAccepted', { gdprAccepted: 'true' }, 'This field is required'],
    ['gdprAccepted', { gdprAccepted: false }, 'This field is required'],
    ['coverLetter', { coverLetter: 'x'.repeat(5001) }, 'Max 5000 characters'],
  ])(
    'a wrong %s is refused: %j',
    { tags: ['VAL-60', 'VAL-61', 'VAL-63'] },
    async (field, change, message) => {
      const { offer, developer } = await buildScene()
      const refused = await server.refusal(applyToOffer, {
        as: developer,
        params: { id: offer },
        body: { ...application, ...change },
      })
      expect(refused.status).toBe(400)
      expect(refused.body.fields).toEqual({ [field]: message })
    },
  )

  test('visitors, recruiters and deleted offers are refused', { tags: ['ROLE-07', 'OFF-26'] }, async () => {
    const { offer, developer, recruiter } = await buildScene()
    const sent = { params: { id: offer }, body: application }
    expect((await server.refusal(applyToOffer, sent)).status).toBe(401)
    const forbidden = await server.refusal(applyToOffer, { as: recruiter, ...sent })
    expect([forbidden.status, forbidden.body.message]).toEqual([403, 'Error applying to the offer'])
    await server.call(deleteOffer, { as: recruiter, params: { id: offer } })
    expect((await server.refusal(applyToOffer, { as: developer, ...sent })).status).toBe(404)
  })
})

describe('GET /offers/{id}/candidates', () => {
  test('the owner sees everything of the applicants, newest first', {
    tags: ['API-40', 'ROLE-10', 'PIPE-08'],
  }, async () => {
    const { offer, recruiter, developer } = await buildScene()
    const gone = await buildDeveloper(server)
    await buildApplication(server, offer, gone)
    await buildApplication(server, offer, developer, { coverLetter: 'Hola' })
    await server.db
      .updateTable('users')
      .set({ deactivated_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', gone.id)
      .execute()

    const { body } = await server.call(listCandidates, { as: recruiter, params: { id: offer } })
    expect(body).toMatchObject({ _id: offer, position: 'Backend developer', skills: ['Go'] })
    expect(body.applicants).toMatchObject([
      {
        user: { _id: developer.id, email: developer.email },
        coverLetter: 'Hola',
        phone: '+34 600 000 000',
        status: 'pending',
      },
      { user: null, status: 'pending' },
    ])
  })

  test('a board that is read in batches has each applicant once, newest first', async () => {
    const { offer, recruiter } = await buildScene()
    const people = await insertPeople(250)
    const rows = people.map((user_id, index) => ({
      ...{ id: newId(), user_id, offer_id: offer, phone: '+34 600 000 000' },
      // Batches end among equal times.
      ...consentAt(`2026-01-01T00:00:0${Math.floor(index / 60)}.000Z`),
      status: index % 2 === 0 ? ('pending' as const) : ('reviewed' as const),
      withdrawn_at: index % 5 === 0 ? `2026-02-01T00:00:00.${String(index).padStart(3, '0')}Z` : null,
    }))
    await server.db.insertInto('applications').values(rows).execute()
    const read = async (status?: 'pending' | 'withdrawn') => {
      const query = status ? { status } : {}
      const { body } = await server.call(listCandidates, { as: recruiter, params: { id: offer }, query })
      return body.applicants.map(({ _id }) => _id)
    }
    const idsOf = (those: typeof rows) => those.map(({ id }) => id).toReversed()
    const current = rows.filter(({ withdrawn_at }) => withdrawn_at === null)
    expect(await read()).toEqual(idsOf(current))
    expect(await read('pending')).toEqual(idsOf(current.filter(({ status }) => status === 'pending')))
    expect(await read('withdrawn')).toEqual(idsOf(rows.filter(({ withdrawn_at }) => withdrawn_at !== null)))
  })

  test('an unchanged board is not sent again', async () => {
    const { offer, recruiter, developer } = await buildScene()
    const ask = (etag = '') =>
      fetch(`${server.url}/api/offers/${offer}/candidates`, {
        headers: { authorization: `Bearer ${recruiter.token}`, 'if-none-match': etag },
      })
    const empty = await ask()
    expect(await empty.json()).toMatchObject({ applicants: [] })
    await buildApplication(server, offer, developer)
    const first = await ask(empty.headers.get('etag') ?? '')
    expect([first.status, (await first.json()).applicants]).toMatchObject([200, [{ status: 'pending' }]])
    const again = await ask(first.headers.get('etag') ?? '')
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('everybody else is refused (O1)', async () => {
    const { offer, developer } = await buildScene()
    await buildApplication(server, offer, developer)
    const ask = (as?: { token: string }) =>
      server.refusal(listCandidates, { params: { id: offer }, ...(as && { as }) })
    expect((await ask()).status).toBe(401)
    expect((await ask(developer)).status).toBe(403)
    expect((await ask(await buildRecruiter(server))).status).toBe(403)
  })
})

describe('GET /applications', () => {
  test('a list that is read in batches has each application once', async () => {
    const developer = await buildDeveloper(server)
    const time = now()
    const offers = Array.from({ length: 1100 }, newId)
    const offer = { position: 'Keeper', created_at: time, updated_at: time }
    await server.db
      .insertInto('offers')
      .values(offers.map((id) => ({ ...offer, id })))
      .execute()
    const rows = offers.map((offer_id, index) => ({
      ...{ id: newId(), user_id: developer.id, offer_id, phone: '+34 600 000 000' },
      ...consentAt(`2026-01-01T00:00:0${Math.floor(index / 300)}.000Z`),
    }))
    await server.db.insertInto('applications').values(rows).execute()
    const listed: string[] = []
    for (let page = 1; page <= 11; page += 1) {
      const { body } = await server.call(listApplications, { as: developer, query: { page, limit: 100 } })
      expect(body.total).toBe(1100)
      listed.push(...body.items.map(({ _id }) => _id))
    }
    expect(listed).toEqual(rows.map(({ id }) => id).toReversed())
  })
})

describe('PUT /offers/{id}/candidates/{candidateId}', () => {
  test('any status may follow any other, and the history records who and when', {
    tags: ['API-41', 'PIPE-10', 'PIPE-13'],
  }, async () => {
    const { offer, recruiter, developer } = await buildScene()
    const id = await buildApplication(server, offer, developer)
    const hires = async () => (await server.call(listOffers)).body.hires
    const before = await hires()
    const path = [...STATUSES].reverse()
    for (const status of path) {
      const moved = await server.call(setCandidateStatus, {
        as: recruiter,
        params: { id: offer, candidateId: id },
        body: { status },
      })
      expect(moved.body).toMatchObject({ msg: 'Candidate status updated', applicant: { _id: id, status } })
      expect(await hires()).toBe(status === 'accepted' ? (before ?? 0) + 1 : before)
    }
    const history = await server.call(getCandidateHistory, {
      as: recruiter,
      params: { id: offer, candidateId: id },
    })
    expect(history.body.map(({ from, to, changedBy }) => [from, to, changedBy])).toEqual([
      [null, 'pending', developer.id],
      ...path.map((to, index) => [path[index - 1] ?? 'pending', to, recruiter.id]),
    ])
  })

  test('the history stays in order even if a clock was ahead, and within a millisecond (O3)', {
    tags: 'PIPE-13',
  }, async () => {
    const { offer, recruiter, developer } = await buildScene()
    const id = await buildApplication(server, offer, developer)
    await server.db
      .updateTable('application_changes')
      .set({ changed_at: '2099-01-01T00:00:00.000Z' })
      .where('application_id', '=', id)
      .execute()
    const params = { id: offer, candidateId: id }
    for (const status of STATUSES.slice(1))
      await server.call(setCandidateStatus, { as: recruiter, params, body: { status } })
    const history = await server.call(getCandidateHistory, { as: recruiter, params })
    expect(history.body.map(({ to }) => to)).toEqual(STATUSES)
  })

  test("the person's id is accepted too; mismatched ids, invalid values and strangers are refused", {
    tags: 'DATA-27',
  }, async () => {
    const { offer, recruiter, developer } = await buildScene()
    const other = await buildScene()
    await buildApplication(server, offer, developer)
    const foreign = await buildApplication(server, other.offer, other.developer)
    const move = (candidateId: string, as: { token: string }, status = 'reviewed') =>
      server.refusal(setCandidateStatus, { as, params: { id: offer, candidateId }, body: { status } })

    expect((await move(developer.id, recruiter)).status).toBe(200)
    const crossed = await move(foreign, recruiter)
    expect([crossed.status, crossed.body.message]).toEqual([404, 'Error updating candidate status'])
    expect((await move(developer.id, other.recruiter)).status).toBe(403)
    expect((await move(developer.id, developer)).status).toBe(403)
    expect((await move(developer.id, recruiter, 'hired')).body.fields).toEqual({ status: 'Invalid value' })
  })

  test('counters equal a recount after many changes at once', async () => {
    const { offer, recruiter } = await buildScene()
    const people = await Promise.all(Array.from({ length: 8 }, () => buildDeveloper(server)))
    await Promise.all(
      people.map((person) =>
        server.call(applyToOffer, { as: person, params: { id: offer }, body: application }),
      ),
    )
    await Promise.all(
      people.flatMap((person, index) =>
        STATUSES.map((_, turn) =>
          server.call(setCandidateStatus, {
            as: recruiter,
            params: { id: offer, candidateId: person.id },
            body: { status: STATUSES[(index + turn) % STATUSES.length] ?? 'pending' },
          }),
        ),
      ),
    )
    const { accepted } = await server.db
      .selectFrom('applications')
      .select(({ fn }) => fn.countAll<number>().as('accepted'))
      .where('status', '=', 'accepted')
      .executeTakeFirstOrThrow()
    const list = (await server.call(listOffers)).body
    expect(list.hires).toBe(Number(accepted))
    expect(list.items.find((one) => one._id === offer)?.applicantsCount).toBe(8)
  })
})
