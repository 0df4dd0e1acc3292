import { expect, test } from 'vitest'
import { listOffersOfRecruiter } from '#contract/offers.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { buildOffer, buildRecruiter } from '../test/builders.ts'
import { watchLoop } from '../test/loop-pauses.ts'
import { startServer } from '../test/server.ts'
import { reactivate } from './reactivation.ts'
import { settleWork } from './settle-work.ts'

const server = await startServer()
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
  const settling = settleWork(server.db, recruiter.id).then(() => {
    isSettled = true
  })
  // Others write in between.
  for (let write = 0; write < 3; write += 1) await buildRecruiter(server)
  expect(isSettled).toBe(false)
  await settling
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
