import { describe, expect, test } from 'vitest'
import {
  getTimeline,
  listApplications,
  notifyNow,
  type Status,
  setCandidateStatus,
  withdrawApplication,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { blockPerson } from '#contract/blocks.ts'
import { listNotifications } from '#contract/notifications.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { updateLanguage } from '#contract/settings.ts'
import { buildDeveloper, buildOffer, buildRecruiter, type Person } from '../test/builders.ts'
import { notifiedOf } from '../test/notified.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'
import { sweep } from './sweep.ts'

const server = await startServer()
const { db } = server

const form = { phone: '+34 600 000 000', coverLetter: '', gdprAccepted: true }
const PAST = new Date(0).toISOString()

async function apply(as: Person, offer: string): Promise<string> {
  await server.call(applyToOffer, { as, params: { id: offer }, body: form })
  return (await server.call(listApplications, { as })).body.items[0]?._id ?? ''
}

async function buildScene() {
  const recruiter = await buildRecruiter(server)
  const offer = await buildOffer(server, recruiter, { position: 'Backend developer', company: 'Acme' })
  const developer = await buildDeveloper(server)
  const id = await apply(developer, offer)
  const move = (status: Status) =>
    server.call(setCandidateStatus, {
      as: recruiter,
      params: { id: offer, candidateId: id },
      body: { status },
    })
  const send = () => server.call(notifyNow, { as: recruiter, params: { id } })
  return { recruiter, offer, developer, id, move, send }
}

/** The mails after the time of every scheduled job. */
async function mails({ id, email }: Person) {
  await server.jobs.settled()
  await db
    .updateTable('deliveries')
    .set({ due_at: PAST, created_at: PAST })
    .where('user_id', '=', id)
    .execute()
  await db.updateTable('jobs').set({ run_at: PAST }).where('kind', '=', 'deliveries').execute()
  server.jobs.wake()
  return mailsTo(server, email)
}

const age = (id: string, days: number) =>
  db
    .updateTable('applications')
    .set({ applied_at: new Date(Date.now() - days * 24 * 3600_000).toISOString() })
    .where('id', '=', id)
    .execute()

const card = (offer: string, id: string) =>
  `${server.config.publicUrl}/private-rec/dashboard/${offer}?application=${id}`

describe('mails of an application', () => {
  test('five changes give one mail with the last state, in the language of the applicant', {
    tags: ['APPL-03', 'LANG-01'],
  }, async () => {
    const { developer, move, send } = await buildScene()
    await server.call(updateLanguage, { as: developer, body: { language: 'es' } })
    await move('reviewed')
    await move('rejected')
    await send()
    await move('interviewed')
    await move('accepted')
    await send()
    expect(await notifiedOf(db, developer)).toEqual(['reviewed', 'rejected', 'interviewed', 'accepted'])
    expect(await mailsTo(server, developer.email)).toEqual([])
    const [mail, ...others] = await mails(developer)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Te han aceptado: Backend developer en Acme')
    expect(mail?.html).toContain('<html lang="es">')
  })

  test('no mail is sent for an outcome undone, a status set back or an application withdrawn in time', {
    tags: ['APPL-03'],
  }, async () => {
    const undone = await buildScene()
    await undone.move('accepted')
    await undone.move('pending')
    await sweep(server)
    const putBack = await buildScene()
    await putBack.move('accepted')
    await putBack.send()
    await putBack.move('interviewed')
    const pending = await buildScene()
    await pending.move('rejected')
    await pending.send()
    await pending.move('pending')
    const withdrawn = await buildScene()
    await withdrawn.move('accepted')
    await withdrawn.send()
    await server.call(withdrawApplication, {
      as: withdrawn.developer,
      params: { id: withdrawn.id },
      body: {},
    })
    for (const { developer } of [undone, putBack, pending, withdrawn]) {
      expect(await mails(developer)).toEqual([])
    }
    expect(await notifiedOf(db, undone.developer)).toEqual([])
  })

  test('a closed offer notifies each waiting applicant once, also with a rejection that is not sent yet', {
    tags: ['LIFE-03', 'LIFE-08'],
  }, async () => {
    const { recruiter, offer, developer, id, move } = await buildScene()
    const other = await buildDeveloper(server)
    await apply(other, offer)
    await move('rejected')
    const body = { state: 'closed', reason: 'filled', message: 'Gracias, {name}.', reject: true } as const
    await server.call(setOfferState, { as: recruiter, params: { id: offer }, body })
    for (const person of [developer, other]) {
      const sent = await mails(person)
      expect(sent.map(({ subject }) => subject)).toEqual(['An offer has ended: Backend developer at Acme'])
      expect(sent[0]?.text).toContain('Gracias, ')
    }
    await db.updateTable('applications').set({ sends_at: PAST }).where('sends_at', 'is not', null).execute()
    await sweep(server)
    for (const person of [developer, other]) {
      expect(await mails(person)).toHaveLength(1)
      expect(await notifiedOf(db, person)).toEqual(['offerEnded'])
    }
    const timeline = (await server.call(getTimeline, { as: developer, params: { id } })).body
    const closed = timeline.find(({ kind }) => kind === 'closed')
    expect(Date.now() - Date.parse(closed?.at ?? '')).toBeLessThan(60_000)
  })

  test('a reminder lists all waiting applicants, oldest first, with days and a link to each card', {
    tags: ['APPL-08', 'APPL-12'],
  }, async () => {
    const { recruiter, offer, id } = await buildScene()
    const second = await buildOffer(server, recruiter, {
      position: 'Tester www.evil.example',
      company: 'Acme',
    })
    const other = await apply(await buildDeveloper(server, { name: 'Iker', surname: 'Sanz' }), second)
    const [collected, ...more] = await mails(recruiter)
    expect([collected?.subject, more]).toEqual(['2 notifications for you', []])
    await age(id, 8)
    await age(other, 11)
    await sweep(server)
    await sweep(server)
    const sent = await mails(recruiter)
    expect(sent).toHaveLength(2)
    const text = sent[1]?.text ?? ''
    expect(text.match(/.*\n {2}Has waited.*\n.*/g)).toEqual([
      `- Iker Sanz: Tester …\n  Has waited for 11 days\n  ${card(second, other)}`,
      expect.stringContaining(`Has waited for 8 days\n  ${card(offer, id)}`),
    ])
  })

  test('the notice of no answer suggests up to 3 open offers of the same skills', {
    tags: ['APPL-09', 'TALK-04'],
  }, async () => {
    const { recruiter, developer, id } = await buildScene()
    const skills = ['Elm', 'Zig', 'Gleam']
    const post = (position: string, own: string[], state?: 'draft') =>
      buildOffer(server, recruiter, { position, company: 'Acme', skills: own, ...(state && { state }) })
    const wanted = await post('Waited for', skills)
    const [, one] = [await post('Draft', skills, 'draft'), await post('One in common', ['Elm', 'Go'])]
    const [three, two] = [await post('All three', skills), await post('Two in common', ['zig', 'Elm'])]
    await post('Nothing in common', ['Cobol'])
    await post('The fourth', ['Gleam', 'Cobol']).then((fourth) => apply(developer, fourth))
    const blocked = await buildRecruiter(server)
    await buildOffer(server, blocked, { position: 'Of a blocked one', company: 'Acme', skills })
    await server.call(blockPerson, { as: developer, params: { id: blocked.id }, body: { blocked: true } })
    const waited = await apply(developer, wanted)
    expect(waited).not.toBe(id)
    await age(waited, 15)
    await sweep(server)
    const [mail, ...others] = await mails(developer)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('No answer yet: Waited for at Acme')
    expect(
      [...(mail?.text ?? '').matchAll(/^- (.*) at Acme\n.*\/offers\/(.*)$/gm)].map(([, ...both]) => both),
    ).toEqual([
      ['All three', three],
      ['Two in common', two],
      ['One in common', one],
    ])
    const [shown] = (await server.call(listNotifications, { as: developer })).body.items
    expect(shown?.data).toMatchObject({ similar: [{ offerId: three }, { offerId: two }, { offerId: one }] })
  })
})
