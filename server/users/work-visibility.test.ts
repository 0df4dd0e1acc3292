import { expect, test } from 'vitest'
import { listOffers, listOffersOfRecruiter } from '#contract/offers.ts'
import { listRecruiters } from '#contract/recruiters.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { buildDeveloper, buildOffer, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { watchLoop } from '../test/loop-pauses.ts'
import { MODERATOR, moderate } from '../test/moderation.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { deactivate } from './deactivation.ts'
import { reactivate } from './reactivation.ts'
import { syncWorkVisibility, syncWorkVisibilityInCall } from './work-visibility.ts'

const server = await startServer({ MODERATOR_EMAILS: MODERATOR.email, PUBLIC_CACHE: 'on' })
const { report, act } = await moderate(server)
const OFFERS = 60

test('the work of a person who returns is shown one offer at a time (X1)', async () => {
  const recruiter = await buildRecruiter(server)
  const description = 'Light and keeper. '.repeat(270)
  for (let count = 0; count < OFFERS; count += 1) await buildOffer(server, recruiter, { description })
  const shown = async () =>
    (await server.call(listOffersOfRecruiter, { params: { id: recruiter.id } })).body.total
  await server.call(deactivateAccount, { as: recruiter })
  expect(await server.db.transaction().execute((tx) => reactivate(tx, recruiter.id))).toBe(true)
  const loop = watchLoop()
  let isSettled = false
  const updating = syncWorkVisibility(server.db, recruiter.id).then(() => {
    isSettled = true
  })
  // Others write in between.
  for (let write = 0; write < 3; write += 1) await buildRecruiter(server)
  expect(isSettled).toBe(false)
  await updating
  expect(loop.stop()).toBeLessThanOrEqual(50)
  expect(await shown()).toBe(OFFERS)
})

test('an interrupted return is completed by its job', async () => {
  const recruiter = await buildRecruiter(server)
  for (let count = 0; count < 3; count += 1) await buildOffer(server, recruiter)
  await server.call(deactivateAccount, { as: recruiter })
  await server.db.transaction().execute((tx) => reactivate(tx, recruiter.id))
  server.jobs.wake()
  await server.jobs.settled()
  const { body } = await server.call(listOffersOfRecruiter, { params: { id: recruiter.id } })
  expect(body.total).toBe(3)
})

test.each([
  ['who leaves', (person: Person) => server.call(deactivateAccount, { as: person })],
  [
    'who is banned',
    async (person: Person) => {
      const { body } = await report('user', person.id, await buildDeveloper(server))
      return act(body._id, { act: 'ban' })
    },
  ],
])(
  'a person %s is signed out, and in no cache, before all their work is hidden (A6, S3)',
  {
    tags: ['MOD-03'],
  },
  async (_who, close) => {
    const recruiter = await buildRecruiter(server)
    for (let count = 0; count < 5 * OFFERS; count += 1) await buildOffer(server, recruiter)
    const isListed = async () =>
      (await server.call(listRecruiters)).body.items.some(({ _id }) => _id === recruiter.id)
    expect(await isListed()).toBe(true)
    const device = await connectDevice(server.url, recruiter)
    let isClosed = false
    const closing = close(recruiter).then(({ status }) => {
      isClosed = true
      return status
    })
    await device.closed()
    await until(async () => !(await isListed()))
    expect(isClosed).toBe(false)
    expect(await closing).toBe(200)
    const { items } = (await server.call(listOffers)).body
    expect(items.filter(({ owner }) => owner?._id === recruiter.id)).toEqual([])
  },
)

test('a call waits for a moment only; the other work is hidden after its response', async () => {
  const recruiter = await buildRecruiter(server)
  for (let count = 0; count < OFFERS; count += 1) await buildOffer(server, recruiter)
  const countListed = async () => {
    const { items } = (await server.call(listOffers)).body
    return items.filter(({ owner }) => owner?._id === recruiter.id).length
  }
  await server.db.transaction().execute((tx) => deactivate(tx, recruiter.id))
  await syncWorkVisibilityInCall(server, recruiter.id, 1)
  expect(await countListed()).toBeGreaterThan(0)
  await until(async () => (await countListed()) === 0)
})
