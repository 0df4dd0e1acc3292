import { describe, expect, test } from 'vitest'
import { setCandidateStatus, withdrawApplication } from '#contract/applications.ts'
import { deleteOffer } from '#contract/offers.ts'
import { listOwnOffers } from '#contract/own-offers.ts'
import { listOwnApplicants } from '#contract/recruiters.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { deactivate } from '../users/deactivation.ts'

const server = await startServer()

const find = async (as: Person, q = '', more: { sort?: 'oldest'; page?: number; limit?: number } = {}) =>
  (await server.call(listOwnApplicants, { as, query: { q, ...more } })).body
const namesOf = ({ items }: Awaited<ReturnType<typeof find>>) => items.map(({ user }) => user.name)

/** Two offers; the first developer applies to both, the second to one. */
async function buildScene() {
  const recruiter = await buildRecruiter(server)
  const [first, second] = [
    await buildOffer(server, recruiter, { position: 'Harbour pilot' }),
    await buildOffer(server, recruiter, { position: 'Lock keeper' }),
  ]
  const begona = await buildDeveloper(server, { name: 'Begoña', surname: 'Ibáñez' })
  const oscar = await buildDeveloper(server, { name: 'Óscar', surname: 'Ruiz' })
  const applications = {
    first: await buildApplication(server, first, begona),
    oscar: await buildApplication(server, first, oscar),
    second: await buildApplication(server, second, begona),
  }
  return { recruiter, first, second, begona, oscar, applications }
}

describe('GET /recruiters/people', { tags: 'FLOW-02' }, () => {
  test('finds applicants of own offers by name, without accents and case, with their applications', async () => {
    const { recruiter, first, second, begona, applications } = await buildScene()
    await server.call(setCandidateStatus, {
      as: recruiter,
      params: { id: first, candidateId: applications.first },
      body: { status: 'interviewed' },
    })
    const { items, total } = await find(recruiter, 'ibanez BEGO')
    expect(total).toBe(1)
    expect(items).toMatchObject([
      {
        user: { _id: begona.id, name: 'Begoña', surname: 'Ibáñez' },
        applications: [
          { _id: applications.second, offer: { _id: second, position: 'Lock keeper' }, status: 'pending' },
          {
            _id: applications.first,
            offer: { _id: first, position: 'Harbour pilot' },
            status: 'interviewed',
          },
        ],
      },
    ])
    expect(Object.keys(items[0]?.user ?? {}).sort()).toEqual(['_id', 'avatar', 'name', 'role', 'surname'])
  })

  test('without words lists all, the newest application first, in pages', async () => {
    const { recruiter } = await buildScene()
    expect(namesOf(await find(recruiter))).toEqual(['Begoña', 'Óscar'])
    expect(namesOf(await find(recruiter, ' ', { sort: 'oldest' }))).toEqual(['Óscar', 'Begoña'])
    const page = await find(recruiter, '', { page: 2, limit: 1 })
    expect([namesOf(page), page.total]).toEqual([['Óscar'], 2])
  })

  test('excludes applicants of other recruiters and of deleted offers, and withdrawn, deactivated and old ones', async () => {
    const { recruiter, first, begona, oscar, applications } = await buildScene()
    expect(await find(await buildRecruiter(server))).toEqual({ items: [], total: 0 })

    await server.call(withdrawApplication, { as: oscar, params: { id: applications.oscar }, body: {} })
    expect(namesOf(await find(recruiter))).toEqual(['Begoña'])

    await server.call(deleteOffer, { as: recruiter, params: { id: first } })
    expect((await find(recruiter)).items[0]?.applications).toHaveLength(1)

    const change = (applied_at: string) =>
      server.db.updateTable('applications').set({ applied_at }).where('user_id', '=', begona.id).execute()
    await change(new Date(Date.now() - 731 * 86_400_000).toISOString())
    expect((await find(recruiter)).total).toBe(0)
    await change(new Date().toISOString())
    expect((await find(recruiter)).total).toBe(1)
    await server.db.transaction().execute((tx) => deactivate(tx, begona.id))
    expect((await find(recruiter)).total).toBe(0)
  })

  test('continues after the first thousand applications of one offer', async () => {
    const { recruiter, second } = await buildScene()
    const people = Array.from({ length: 1200 }, (_, index) => {
      const id = `01900000-0000-7000-9000-${String(index).padStart(12, '0')}`
      return { id, role: 'developer' as const, email: `${id}@example.com`, name: index === 0 ? 'Zoé' : 'Ana' }
    })
    const at = new Date().toISOString()
    for (let start = 0; start < people.length; start += 200) {
      const part = people.slice(start, start + 200)
      const account = { surname: 'Gil', password_hash: '', created_at: at }
      const application = { phone: '', cover_letter: '', gdpr_accepted_at: at, gdpr_text_version: '2026-11' }
      await server.db
        .insertInto('users')
        .values(part.map((person) => ({ ...person, ...account })))
        .execute()
      // All at one time: only the ids decide the order.
      await server.db
        .insertInto('applications')
        .values(part.map(({ id }) => ({ ...application, id, offer_id: second, user_id: id, applied_at: at })))
        .execute()
    }
    expect((await find(recruiter, 'gil')).total).toBe(1200)
    expect(namesOf(await find(recruiter, 'zoe'))).toEqual(['Zoé'])
  })

  test('refuses more than 100 characters, visitors and developers', async () => {
    const { recruiter, oscar } = await buildScene()
    const statusOf = async (as?: Person, q = 'a') =>
      (await server.refusal(listOwnApplicants, { query: { q }, ...(as && { as }) })).status
    expect(await Promise.all([statusOf(recruiter, 'x'.repeat(101)), statusOf(), statusOf(oscar)])).toEqual([
      400, 401, 403,
    ])
  })
})

test('own offers are found in every state by position, company and location', {
  tags: ['FLOW-02', 'LIFE-11'],
}, async () => {
  const recruiter = await buildRecruiter(server)
  await buildOffer(server, await buildRecruiter(server), { position: 'Crane operator' })
  await buildOffer(server, recruiter, { position: 'Crane operator', location: 'Málaga' })
  await buildOffer(server, recruiter, { position: 'Crane driver', company: 'Grúas Vigo', state: 'draft' })
  const ask = async (q: string, state: '' | 'draft' = '') =>
    (await server.call(listOwnOffers, { as: recruiter, query: { q, state } })).body
  const positions = async (q: string, state?: 'draft') =>
    (await ask(q, state)).items.map(({ position }) => position)
  expect(await positions('crane')).toEqual(['Crane driver', 'Crane operator'])
  expect(await positions('malaga OPERATOR')).toEqual(['Crane operator'])
  expect(await positions('crane', 'draft')).toEqual(['Crane driver'])
  expect(await positions('gruas')).toEqual(['Crane driver'])
  expect(await ask('pilot')).toEqual({ items: [], total: 0 })
  expect((await ask('')).total).toBe(2)
})
