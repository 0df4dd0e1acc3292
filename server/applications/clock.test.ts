import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listApplications, setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { updateNotificationSettings } from '#contract/notification-settings.ts'
import { notify } from '../notifications/notify.ts'
import { buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { notifiedOf } from '../test/notified.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'
import { sweep } from './sweep.ts'

const MINUTE_MS = 60_000
const DAY = 24 * 60
/** Ids never go back: ids of the future would mislead later tests of this process. */
const START = Date.parse('2026-10-20T10:00:00Z')

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterAll(() => {
  vi.useRealTimers()
})

async function open() {
  const server = await startServer({}, { alone: true })
  const at = async (time: number) => {
    vi.setSystemTime(time)
    await sweep(server)
    server.jobs.wake()
    await server.jobs.settled()
  }
  return { server, at }
}

test('a clock that steps by 10 minutes, back and forth, notifies nobody twice', {
  tags: ['APPL-03', 'APPL-08', 'APPL-09'],
}, async () => {
  vi.setSystemTime(START)
  const { server, at } = await open()
  const { db } = server
  const recruiter = await buildRecruiter(server)
  const [decided, waiting] = [await buildDeveloper(server), await buildDeveloper(server)]
  const offer = await buildOffer(server, recruiter)
  const body = { phone: '+34 600 000 000', coverLetter: '', gdprAccepted: true }
  for (const as of [decided, waiting]) await server.call(applyToOffer, { as, params: { id: offer }, body })
  const [application] = (await server.call(listApplications, { as: decided })).body.items
  const params = { id: offer, candidateId: application?._id ?? '' }
  await server.call(setCandidateStatus, { as: recruiter, params, body: { status: 'rejected' } })
  const stepping = async (minutes: number) => {
    for (const step of [-1, 1, -9, 1, 3, -7, 3, 13]) await at(START + (minutes + step) * MINUTE_MS)
  }
  await stepping(10)
  expect(await notifiedOf(db, decided)).toEqual(['rejected'])
  expect(await mailsTo(server, decided.email)).toHaveLength(1)

  await stepping(7 * DAY)
  expect(await notifiedOf(db, recruiter)).toEqual(['newApplication', 'newApplication', 'answerReminder'])
  const subjects = (await mailsTo(server, recruiter.email)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)

  await stepping(14 * DAY)
  expect(await notifiedOf(db, waiting)).toEqual(['noAnswer'])
  expect(await mailsTo(server, waiting.email)).toHaveLength(1)
  expect(await notifiedOf(db, decided)).toEqual(['rejected'])
  expect(await mailsTo(server, decided.email)).toHaveLength(1)
})

test.each([
  ['an end of quiet hours that comes twice', '2026-10-24T21:30:00Z', '02:30'],
  ['an end of quiet hours that is skipped', '2026-03-28T22:30:00Z', '02:30'],
])('daylight saving: %s sends what is due once', { tags: 'NTFY-03' }, async (_, evening, to) => {
  const start = Date.parse(evening)
  vi.setSystemTime(start)
  const { server, at } = await open()
  const person = await buildDeveloper(server)
  const quiet = { from: '22:00', to, zone: 'Europe/Madrid' }
  const kinds = { 7: { mail: 'instant' as const }, 8: { mail: 'daily' as const } }
  await server.call(updateNotificationSettings, { as: person, body: { quiet, kinds } })
  const offer = { offerId: 'x', position: 'Keeper', company: '' }
  await server.db.transaction().execute((tx) =>
    notify(tx, [
      {
        kind: 'noAnswer',
        senderId: null,
        receiverIds: [person.id],
        data: { ...offer, applicationId: 'x', days: 14, similar: [] },
      },
      { kind: 'invitation', senderId: null, receiverIds: [person.id], data: offer },
    ]),
  )
  await at(start)
  expect(await mailsTo(server, person.email)).toEqual([])
  for (let minutes = 30; minutes <= 30 * 60; minutes += 30) await at(start + minutes * MINUTE_MS)
  expect(await mailsTo(server, person.email)).toHaveLength(2)
})
