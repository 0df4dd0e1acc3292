import { describe, expect, test } from 'vitest'
import {
  countApplications,
  getLastApplication,
  getTimeline,
  listApplications,
  listCandidates,
  notifyNow,
  type Status,
  setCandidateStatus,
  updateApplicationSettings,
  withdrawApplication,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { sendMessage } from '#contract/messages.ts'
import { deleteOffer, getOffer, listAppliedOffers, listOffers } from '#contract/offers.ts'
import { getRecruiter } from '#contract/recruiters.ts'
import { newId, now } from '../lib/ids.ts'
import { buildDeveloper, buildOffer, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { notifiedOf } from '../test/notified.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { NOT_RATED } from './responsiveness.ts'
import { sweep } from './sweep.ts'

const server = await startServer()
const { db } = server

const DAY_MS = 24 * 3600_000
const form = { phone: '+34 600 000 000', coverLetter: 'Hola, me interesa.', gdprAccepted: true }

async function buildScene() {
  const recruiter = await buildRecruiter(server)
  const offer = await buildOffer(server, recruiter)
  const developer = await buildDeveloper(server)
  const apply = () => server.refusal(applyToOffer, { as: developer, params: { id: offer }, body: form })
  expect((await apply()).status).toBe(200)
  const own = async (state?: 'waiting' | 'answered' | 'no-answer' | 'withdrawn' | 'closed') =>
    (await server.call(listApplications, { as: developer, query: state ? { state } : {} })).body.items
  const [{ _id: id } = { _id: '' }] = await own()
  const move = (status: Status, opened?: boolean) =>
    server.refusal(setCandidateStatus, {
      as: recruiter,
      params: { id: offer, candidateId: id },
      body: { status, ...(opened && { opened }) },
    })
  const timeline = async (as: Person) =>
    (await server.call(getTimeline, { as, params: { id } })).body.map(({ kind, to }) => to ?? kind)
  const board = async (status?: 'withdrawn') =>
    (
      await server.call(listCandidates, {
        as: recruiter,
        params: { id: offer },
        query: status ? { status } : {},
      })
    ).body.applicants
  return { recruiter, offer, developer, id, apply, own, move, timeline, board }
}

/** As if everything about the application had happened that many days before. */
async function age(id: string, days: number): Promise<void> {
  const earlier = (time: string) => new Date(Date.parse(time) - days * DAY_MS).toISOString()
  const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('applications')
    .set({
      applied_at: earlier(row.applied_at),
      ...(row.sends_at && { sends_at: earlier(row.sends_at) }),
      ...(row.answered_at && { answered_at: earlier(row.answered_at) }),
      ...(row.replied_at && { replied_at: earlier(row.replied_at) }),
    })
    .where('id', '=', id)
    .execute()
  for (const change of await db
    .selectFrom('application_changes')
    .selectAll()
    .where('application_id', '=', id)
    .execute()) {
    await db
      .updateTable('application_changes')
      .set({
        changed_at: earlier(change.changed_at),
        ...(change.sent_at && { sent_at: earlier(change.sent_at) }),
      })
      .where('id', '=', change.id)
      .execute()
  }
}

const hires = async () => (await server.call(listOffers)).body.hires ?? 0

describe('an application', () => {
  test('is listed with its state, and an outcome is sent after the delay', {
    tags: ['APPL-01', 'APPL-02', 'APPL-03', 'APPL-04', 'APPL-12'],
  }, async () => {
    const { recruiter, offer, developer, id, own, move, timeline, board } = await buildScene()
    expect(await notifiedOf(db, recruiter)).toEqual(['newApplication'])
    const [waiting] = await own('waiting')
    expect(waiting).toMatchObject({
      _id: id,
      status: 'pending',
      state: 'waiting',
      withdrawnAt: null,
      interview: null,
      offer: { _id: offer, position: 'Backend developer', state: 'published', owner: { _id: recruiter.id } },
    })
    const answerBy = new Date(Date.parse(waiting?.appliedDate ?? '') + 14 * DAY_MS).toISOString()
    expect(waiting?.answerBy).toBe(answerBy)

    // A mistake, reverted: no trace.
    const before = await hires()
    const rejected = await move('accepted')
    expect(rejected.body).toMatchObject({
      applicant: { status: 'accepted', sentStatus: 'pending', sendsAt: expect.any(String) },
    })
    expect(await hires()).toBe(before + 1)
    await move('pending')
    expect(await hires()).toBe(before)
    expect((await board())[0]).toMatchObject({ status: 'pending', sendsAt: null })
    await sweep(server)
    expect(await notifiedOf(db, developer)).toEqual([])
    expect(await timeline(developer)).toEqual(['applied'])
    expect(await timeline(recruiter)).toEqual(['applied', 'accepted', 'pending'])

    // At once.
    await move('reviewed')
    expect(await notifiedOf(db, developer)).toEqual(['reviewed'])
    expect((await own())[0]).toMatchObject({ status: 'reviewed', state: 'waiting' })

    // Unsent, it is visible to the owner only.
    await move('rejected')
    await sweep(server)
    const asDeveloper = { as: developer, params: { id: offer } }
    expect((await server.call(getOffer, asDeveloper)).body.applicants[0]?.status).toBe('reviewed')
    const applied = await server.call(listAppliedOffers, { as: developer, params: { id: developer.id } })
    expect(applied.body.items[0]?.applicants[0]?.status).toBe('reviewed')
    const exported = await readPersonalData(db, developer.id)
    expect(JSON.stringify(exported.applications)).not.toContain('rejected')
    expect(await own('answered')).toEqual([])
    expect(await timeline(developer)).toEqual(['applied', 'reviewed'])
    expect(await notifiedOf(db, developer)).toEqual(['reviewed'])
    expect(
      (await server.call(getOffer, { as: recruiter, params: { id: offer } })).body.applicants[0]?.status,
    ).toBe('rejected')

    const send = () => server.refusal(notifyNow, { as: recruiter, params: { id } })
    expect((await send()).status).toBe(200)
    expect(await notifiedOf(db, developer)).toEqual(['reviewed', 'rejected'])
    expect((await own('answered'))[0]).toMatchObject({ status: 'rejected', state: 'answered' })
    expect((await server.call(getOffer, asDeveloper)).body.applicants[0]?.status).toBe('rejected')
    const again = await send()
    expect([again.status, again.body.code]).toEqual([409, 'WRONG_STATE'])
    await sweep(server)
    expect(await notifiedOf(db, developer)).toEqual(['reviewed', 'rejected'])
  })

  test('changes on the open pages of the applicant within 1 s, by an outcome when it is sent', {
    tags: ['APPL-02', 'APPL-04'],
  }, async () => {
    const { recruiter, developer, id, move } = await buildScene()
    const device = await connectDevice(server.url, developer)
    const hasReceived = (count: number) => until(() => device.received.changed.length === count, 1000)
    await move('reviewed')
    await hasReceived(1)
    await move('rejected')
    await server.call(notifyNow, { as: recruiter, params: { id } })
    await hasReceived(2)
    expect(device.received.changed).toEqual(Array.from({ length: 2 }, () => ({ topic: 'applications' })))
    device.close()
  })

  test('is sent a due outcome once by several sweeps at once, and needs none to show it', {
    tags: ['APPL-03'],
  }, async () => {
    const { developer, id, move, own, timeline } = await buildScene()
    await move('rejected')
    await age(id, 1)
    expect((await own('answered'))[0]).toMatchObject({ status: 'rejected' })
    expect(await timeline(developer)).toEqual(['applied', 'rejected'])
    expect(await notifiedOf(db, developer)).toEqual([])
    await Promise.all([sweep(server), sweep(server), sweep(server)])
    await sweep(server)
    expect(await notifiedOf(db, developer)).toEqual(['rejected'])
    expect((await own('answered'))[0]).toMatchObject({ status: 'rejected' })
  })

  test('notifies of an outcome that was due, even if it is moved or withdrawn before it is sent', {
    tags: ['APPL-03'],
  }, async () => {
    const moved = await buildScene()
    const gone = await buildScene()
    for (const { id, move } of [moved, gone]) {
      await move('rejected')
      await age(id, 1)
    }
    await moved.move('interviewed')
    const { developer: as, id } = gone
    await server.call(withdrawApplication, { as, params: { id }, body: {} })
    await sweep(server)
    expect(await notifiedOf(db, moved.developer)).toEqual(['rejected', 'interviewed'])
    expect(await moved.timeline(moved.developer)).toEqual(['applied', 'rejected', 'interviewed'])
    expect(await notifiedOf(db, gone.developer)).toEqual(['rejected'])
    expect(await gone.timeline(gone.developer)).toEqual(['applied', 'rejected', 'withdrawn'])
  })

  test('can be withdrawn, and made again once', { tags: ['APPL-06'] }, async () => {
    const { recruiter, offer, developer, id, apply, move, own, timeline, board } = await buildScene()
    await move('interviewed')
    await move('accepted')
    const before = await hires()
    const withdraw = (as = developer, reason?: string) =>
      server.refusal(withdrawApplication, { as, params: { id }, body: reason ? { reason } : {} })
    expect((await withdraw(developer, 'x'.repeat(501))).status).toBe(400)
    expect((await withdraw(recruiter)).status).toBe(403)
    expect((await withdraw(await buildDeveloper(server))).status).toBe(403)
    const done = await withdraw(developer, 'Another offer')
    expect(done.body).toEqual({ message: 'Application withdrawn', _id: id })
    expect(await hires()).toBe(before - 1)
    const twice = await withdraw()
    expect([twice.status, twice.body.code]).toEqual([409, 'WRONG_STATE'])
    const refused = [
      await move('reviewed'),
      await server.refusal(notifyNow, { as: recruiter, params: { id } }),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'WRONG_STATE'])

    expect(await own('withdrawn')).toMatchObject([{ _id: id, status: 'interviewed', state: 'withdrawn' }])
    expect(await timeline(developer)).toEqual(['applied', 'interviewed', 'withdrawn'])
    const events = (await server.call(getTimeline, { as: recruiter, params: { id } })).body
    expect(events.at(-1)).toMatchObject({ kind: 'withdrawn', reason: 'Another offer' })
    const ownEvents = (await server.call(getTimeline, { as: developer, params: { id } })).body
    expect(JSON.stringify(ownEvents)).not.toContain('Another offer')
    expect(await board()).toEqual([])
    const gone = (await board('withdrawn'))[0]
    expect(gone).toMatchObject({ _id: id, phone: '', coverLetter: '', withdrawnAt: expect.any(String) })
    expect([gone?.user?.email, gone?.user?.role.developer.resume]).toEqual(['', ''])
    const read = async () => (await server.call(getOffer, { as: developer, params: { id: offer } })).body
    const once = { applied: false, applicants: [], applicantsCount: 0, withdrawnTwice: false }
    expect(await read()).toMatchObject(once)
    const applied = await server.call(listAppliedOffers, { as: developer, params: { id: developer.id } })
    expect([applied.body.items, applied.body.total]).toEqual([[], 0])

    // Simultaneous changes make one event.
    const statuses = (await Promise.all([apply(), apply(), apply()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409])
    expect(await read()).toMatchObject({ applied: true, applicantsCount: 1 })
    const [second, first] = await own()
    expect([second?.state, first?.state, first?._id]).toEqual(['waiting', 'withdrawn', id])
    expect(second?._id).not.toBe(id)
    expect(await timeline(developer)).toEqual(['applied', 'interviewed', 'withdrawn'])
    expect((await board('withdrawn')).map(({ _id }) => _id)).toEqual([id])
    expect((await move('reviewed')).body.code).toBe('WRONG_STATE')
    expect((await withdraw()).body.code).toBe('WRONG_STATE')

    const last = { as: developer, params: { id: second?._id ?? '' }, body: {} }
    expect((await server.call(withdrawApplication, last)).status).toBe(200)
    const third = await apply()
    expect([third.status, third.body.code]).toEqual([409, 'ALREADY_APPLIED'])
    expect((await board('withdrawn')).length).toBe(2)
    expect(await read()).toMatchObject({ applicantsCount: 0, applied: false, withdrawnTwice: true })
    const listed = await server.call(listOffers, { as: developer, query: {} })
    expect(listed.body.items.find(({ _id }) => _id === offer)).toMatchObject({ withdrawnTwice: true })
    const seenByOthers = await server.call(getOffer, { params: { id: offer } })
    expect(seenByOthers.body.withdrawnTwice).toBe(false)
  })

  test('counts as answered after a message of the owner, and after no other message', {
    tags: ['APPL-07'],
  }, async () => {
    const { recruiter, developer, own, timeline } = await buildScene()
    const write = (from: Person, to: Person) =>
      server.call(sendMessage, { as: from, params: { id: to.id }, body: { text: 'Hola' } })
    await write(developer, recruiter)
    await write(await buildRecruiter(server), developer)
    expect((await own('waiting')).length).toBe(1)
    await write(recruiter, developer)
    await write(recruiter, developer)
    expect((await own('answered'))[0]).toMatchObject({ status: 'pending' })
    expect(await timeline(developer)).toEqual(['applied', 'answered'])
  })

  test('reminds the owner after 7 days, and notifies the applicant of the missing answer after 14, once each', {
    tags: ['APPL-08', 'APPL-09'],
  }, async () => {
    const { recruiter, developer, id, own, move, timeline } = await buildScene()
    await sweep(server)
    expect(await notifiedOf(db, recruiter)).toEqual(['newApplication'])
    await age(id, 8)
    await Promise.all([sweep(server), sweep(server)])
    await sweep(server)
    expect(await notifiedOf(db, recruiter)).toEqual(['newApplication', 'answerReminder'])
    expect(await timeline(recruiter)).toEqual(['applied', 'reminded'])
    expect(await timeline(developer)).toEqual(['applied'])
    await age(id, 7)
    expect((await own('no-answer')).length).toBe(1)
    await Promise.all([sweep(server), sweep(server)])
    await sweep(server)
    expect(await notifiedOf(db, developer)).toEqual(['noAnswer'])
    expect(await timeline(developer)).toEqual(['applied', 'no-answer'])
    await move('interviewed')
    expect(await timeline(developer)).toEqual(['applied', 'no-answer', 'interviewed'])
    expect((await own('answered')).length).toBe(1)
  })

  test('closes with its offer, and stays listed', { tags: ['APPL-01'] }, async () => {
    const { recruiter, offer, developer, own, timeline } = await buildScene()
    const numbers = async () => (await server.call(countApplications, { as: developer })).body
    const none = { waiting: 0, answered: 0, 'no-answer': 0, withdrawn: 0, closed: 0 }
    expect(await numbers()).toEqual({ ...none, waiting: 1 })
    await server.call(deleteOffer, { as: recruiter, params: { id: offer } })
    expect(await numbers()).toEqual({ ...none, closed: 1 })
    expect((await own('closed'))[0]).toMatchObject({
      state: 'closed',
      offer: { state: 'closed', position: 'Backend developer' },
    })
    expect(await timeline(developer)).toEqual(['applied', 'closed'])
  })

  test('counts as reviewed when it is first opened, unless the recruiter turned that off', {
    tags: ['APPL-05'],
  }, async () => {
    const { recruiter, move, board } = await buildScene()
    const settings = (reviewOnOpen: boolean) =>
      server.call(updateApplicationSettings, { as: recruiter, body: { reviewOnOpen } })
    expect((await settings(false)).body).toEqual({ reviewOnOpen: false })
    expect((await move('reviewed', true)).body).toMatchObject({ applicant: { status: 'pending' } })
    await settings(true)
    expect((await move('reviewed', true)).body).toMatchObject({ applicant: { status: 'reviewed' } })
    await move('pending')
    expect((await move('reviewed', true)).status).toBe(200)
    expect((await board())[0]?.status).toBe('pending')
  })

  test('suggests phone and letter of the previous one', { tags: ['APPL-11'] }, async () => {
    const stranger = await buildDeveloper(server)
    const read = async (as: Person) => (await server.call(getLastApplication, { as })).body
    expect(await read(stranger)).toEqual({ phone: '', coverLetter: '' })
    const { developer } = await buildScene()
    expect(await read(developer)).toEqual({ phone: '+34 600 000 000', coverLetter: 'Hola, me interesa.' })
  })

  test('is visible to its two people only: 404 for an unknown one, 403 for others; pages and states are checked', {
    tags: ['APPL-01', 'APPL-02'],
  }, async () => {
    const { developer, id } = await buildScene()
    const read = (as: Person, of: string) => server.refusal(getTimeline, { as, params: { id: of } })
    expect((await read(developer, newId())).status).toBe(404)
    expect((await read(await buildDeveloper(server), id)).status).toBe(403)
    expect((await read(await buildRecruiter(server), id)).status).toBe(403)
    const later = await buildOffer(server, await buildRecruiter(server))
    await server.call(applyToOffer, { as: developer, params: { id: later }, body: form })
    const page = (query: object) => server.call(listApplications, { as: developer, query })
    expect((await page({ limit: 1 })).body).toMatchObject({ total: 2, items: [{ offer: { _id: later } }] })
    expect((await page({ limit: 1, page: 2 })).body.items[0]?._id).toBe(id)
    expect((await page({ sort: 'oldest' })).body.items[0]?._id).toBe(id)
    const wrong = await server.refusal(listApplications, {
      as: developer,
      query: { state: 'open' as 'closed' },
    })
    expect(wrong.status).toBe(400)
  })
})

/** Counted by hand, not by the code under test. */
function recount(model: { days: number; isAnswered: boolean; isWithdrawn: boolean }[]) {
  const counted = model.filter((one) => !one.isWithdrawn && (one.isAnswered || one.days >= 14))
  if (counted.length < 5) return { rated: false, answeredPercent: null, medianDays: null, applications: null }
  const days = counted.flatMap((one) => (one.isAnswered ? [one.days] : [])).toSorted((a, b) => a - b)
  const [low, high] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]]
  return {
    rated: true,
    answeredPercent: Math.round((100 * days.length) / counted.length),
    medianDays: low === undefined || high === undefined ? null : (low + high) / 2,
    applications: counted.length,
  }
}

describe('the responsiveness of a recruiter', { tags: ['APPL-10'] }, () => {
  test('is not rated below 5 applications, and equals a recount over random histories', {
    timeout: 60_000,
  }, async () => {
    let state = 20_261_122
    const roll = (sides: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * sides)
    }
    const recruiter = await buildRecruiter(server)
    const offer = await buildOffer(server, recruiter)
    const people = await Promise.all(Array.from({ length: 14 }, () => buildDeveloper(server)))
    const shown = async () => {
      await sweep(server)
      const page = (await server.call(getRecruiter, { params: { id: recruiter.id } })).body.responsiveness
      const owner = (await server.call(getOffer, { params: { id: offer } })).body.owner
      expect(owner?.responsiveness).toEqual(page)
      return page
    }
    expect(await shown()).toEqual(NOT_RATED)
    const model: { days: number; isAnswered: boolean; isWithdrawn: boolean }[] = []
    for (const person of people) {
      await server.call(applyToOffer, { as: person, params: { id: offer }, body: form })
      const [application] = (await server.call(listApplications, { as: person })).body.items
      const id = application?._id ?? ''
      const days = roll(25)
      await db
        .updateTable('applications')
        .set({ applied_at: new Date(Date.now() - days * DAY_MS).toISOString() })
        .where('id', '=', id)
        .execute()
      // The row was changed past the routes, so the time of its count is changed too.
      await db
        .updateTable('responsiveness_due')
        .set({ due_at: now() })
        .where('user_id', '=', recruiter.id)
        .execute()
      const [isInterviewed, isWithdrawn, isSent] = [roll(3) === 0, roll(5) === 0, roll(2) === 0]
      const params = { id: offer, candidateId: id }
      const status = isInterviewed ? 'interviewed' : 'rejected'
      await server.call(setCandidateStatus, { as: recruiter, params, body: { status } })
      if (!isInterviewed && isSent) await server.call(notifyNow, { as: recruiter, params: { id } })
      if (isWithdrawn) await server.call(withdrawApplication, { as: person, params: { id }, body: {} })
      model.push({ days, isAnswered: isInterviewed || isSent, isWithdrawn })
      expect(await shown()).toEqual(recount(model))
    }
    expect((await shown()).rated).toBe(true)
  })
})
