import { expect } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import { listDevs, onboardDev } from '#contract/devs.ts'
import { likeProject } from '#contract/likes.ts'
import { readNotifications, sendMessage } from '#contract/messages.ts'
import { createOffer, deleteOffer, getOffer, listOffers } from '#contract/offers.ts'
import { extendOffer, repostOffer, setOfferState } from '#contract/own-offers.ts'
import { createProject, deleteProject, getProject, listProjects } from '#contract/projects.ts'
import { listRecruiters, updateRecruiterProfile } from '#contract/recruiters.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { login, register } from '#contract/users.ts'
import { PASSWORD } from '../builders.ts'
import type { Action } from './action.ts'
import { changeApplication, compareApplications } from './application-actions.ts'
import { changeContact, compareUnread } from './contact-actions.ts'
import type { Restartable } from './restartable.ts'
import type { Model, Offer, Person } from './rules.ts'

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]
const application = { phone: '+34 600 000 000', gdprAccepted: true as const }

/** Executes the action on the server and in the model, and compares the server's response with the model's. */
export async function act(model: Model, real: Restartable, { do: action, who, what }: Action): Promise<void> {
  if (action === 'restart') return real.restart()
  if (action === 'register') return open(model, real, what)
  const person = at(model.people, who)
  if (!person) return
  const server = real.client()
  const as = person.token
  // A deactivated person counts as a visitor.
  const or401 = (status: number) => (person.isActive ? status : 401)

  if (action === 'onboard') {
    const body = { hasCompletedOnboarding: true, ...PROFILE[person.role] }
    const call = person.role === 'developer' ? onboardDev : updateRecruiterProfile
    expect((await server.call(call, { body: body as never, as })).status).toBe(or401(200))
    if (person.isActive) person.isOnboarded = true
  }

  if (action === 'post' && person.role === 'developer') {
    const body = { title: 'Ferry', category: 'Backend' as const, year: 2024 }
    const response = await server.call(createProject, { body, as })
    expect(response.status).toBe(or401(201))
    if (person.isActive)
      model.projects.push({ id: response.body._id, owner: person, likes: new Set(), isDeleted: false })
  }

  if (action === 'post' && person.role === 'recruiter') {
    const response = await server.call(createOffer, { body: { position: 'Keeper' }, as })
    expect(response.status).toBe(or401(201))
    if (person.isActive) model.addOffer(response.body._id, person, 'published')
  }

  const offer = at(model.offers, what)
  if (action === 'apply' && offer) {
    const applied = await server.call(applyToOffer, { params: { id: offer.id }, body: application, as })
    const isThere = model.isShown(offer) && offer.state !== 'draft'
    const isTaken = model.mayApply(offer, person) && offer.state === 'published'
    const expected = person.role === 'recruiter' ? 403 : !isThere ? 404 : isTaken ? 200 : 409
    expect(applied.status).toBe(or401(expected))
    if (applied.status === 200) {
      const [own] = applied.body.offer.applicants
      model.addApplication(own?._id ?? '', offer, person)
    }
    if (isThere && offer.state !== 'paused') {
      const read = await server.call(getOffer, { params: { id: offer.id }, as })
      expect(read.body.applicantsCount).toBe(model.standing(offer).length)
      expect(read.body.applied).toBe(person.isActive && model.standing(offer, person).length > 0)
    }
  }

  if (offer) await changeOffer(model, real, { action, person, offer, reject: what % 2 === 1 })
  await changeApplication(model, real, { do: action, who, what })
  await changeContact(model, real, { do: action, who, what })

  const project = at(model.projects, what)
  if (action === 'like' && project) {
    const response = await server.call(likeProject, { params: { id: project.id }, body: {}, as })
    expect(response.status).toBe(or401(model.isShown(project) ? 200 : 404))
    if (response.status === 200) {
      if (!project.likes.delete(person)) project.likes.add(person)
      expect(response.body).toEqual({ liked: project.likes.has(person), likes: project.likes.size })
      expect((await server.call(getProject, { params: { id: project.id } })).body.likes).toBe(
        project.likes.size,
      )
    }
  }

  const peer = at(model.people, what)
  if (action === 'send' && peer) {
    const response = await server.call(sendMessage, { params: { id: peer.id }, body: { text: 'Hola' }, as })
    const sent = person.blocked.has(peer) ? 409 : 201
    expect(response.status).toBe(or401(!peer.isActive ? 404 : peer === person ? 400 : sent))
    if (response.status === 201) {
      expect(response.body.seq).toBe(model.message(person, peer))
      model.reply(person, peer)
    }
  }

  if (action === 'read' && peer) {
    const { status } = await server.call(readNotifications, { body: { senderId: peer.id }, as })
    expect(status).toBe(or401(200))
    if (person.isActive) model.read(person, peer)
    await compareUnread(model, real, person)
  }

  if (action === 'delete' && person.role === 'developer' && project) {
    const { status } = await server.call(deleteProject, { params: { id: project.id }, as })
    expect(status).toBe(or401(!model.isShown(project) ? 404 : project.owner === person ? 200 : 403))
    if (status === 200) project.isDeleted = true
  }
  if (action === 'delete' && person.role === 'recruiter' && offer) {
    const { status } = await server.call(deleteOffer, { params: { id: offer.id }, as })
    expect(status).toBe(or401(!model.isShown(offer) ? 404 : offer.owner === person ? 200 : 403))
    if (status === 200) offer.isDeleted = true
  }

  // Rarely, or few people would remain.
  if (action === 'deactivate' && what % 3 === 0) {
    expect((await server.call(deactivateAccount, { as })).status).toBe(or401(200))
    person.isActive = false
  }
  await compareTotals(model, real)
}

type OfferChange = { action: Action['do']; person: Person; offer: Offer; reject: boolean }

async function changeOffer(
  model: Model,
  real: Restartable,
  { action, person, offer, reject }: OfferChange,
): Promise<void> {
  const server = real.client()
  const params = { id: offer.id }
  const as = person.token
  const { state } = offer
  const isOpen = state === 'published' || state === 'paused'

  if (action === 'pause') {
    const to = state === 'published' || state === 'closed' ? 'paused' : 'published'
    const { status } = await server.call(setOfferState, { params, body: { state: to }, as })
    expect(status).toBe(model.changes(person, offer, state !== 'closed'))
    if (status === 200) offer.state = to
  }

  if (action === 'close') {
    const body = { state: 'closed', reason: 'filled', reject } as const
    const { status } = await server.call(setOfferState, { params, body, as })
    expect(status).toBe(model.changes(person, offer, isOpen))
    if (status !== 200) return
    model.close(offer, reject)
    await real.settled()
  }

  if (action === 'extend') {
    const { status, body } = await server.call(extendOffer, { params, body: { days: 60 }, as })
    expect(status).toBe(model.changes(person, offer, isOpen))
    if (status !== 200) return
    const days = (Date.parse(body.closesAt) - Date.parse(body.publishedAt ?? '')) / (24 * 3600_000)
    expect(days).toBeGreaterThan(60)
    expect(days).toBeLessThanOrEqual(180)
  }

  if (action === 'repost') {
    const { status, body } = await server.call(repostOffer, { params, as })
    expect(status).toBe(model.changes(person, offer, state === 'closed', 201))
    if (status === 201) model.addOffer(body._id, person, 'draft')
  }
}

async function open(model: Model, real: Restartable, what: number): Promise<void> {
  // Sometimes an address is used again, of active and deactivated people alike.
  const isTaken = what % 5 === 0 && model.registered > 0
  const number = isTaken ? what % model.registered : model.registered
  const role = what % 2 ? 'developer' : 'recruiter'
  const email = `person-${number}@example.com`
  const body = {
    name: 'Ana',
    surname: 'P',
    email,
    password: PASSWORD,
    'confirm-password': PASSWORD,
    role: role as 'developer',
  }
  const response = await real.client().call(register, { body })
  expect(response.status).toBe(isTaken ? 409 : 201)
  if (isTaken) return
  model.registered += 1
  const { token } = (await real.client().call(login, { body: { email, password: PASSWORD } })).body
  const { _id: id } = response.body.user
  const fresh = { blocked: new Set<Person>(), requests: new Map(), partners: new Set<Person>() }
  model.people.push({ id, token, role, isOnboarded: false, isActive: true, ...fresh, reported: new Set() })
}

async function compareTotals(model: Model, real: Restartable): Promise<void> {
  const server = real.client()
  const query = { limit: '1' }
  const [developers, recruiters, projects, offers] = [
    (await server.call(listDevs, { query })).body.total,
    (await server.call(listRecruiters, { query })).body.total,
    (await server.call(listProjects, { query })).body.total,
    (await server.call(listOffers, { query })).body.total,
  ]
  expect({ developers, recruiters, projects, offers }).toEqual(model.totals())
  await compareApplications(model, real)
}

const PERSON = {
  name: 'Ana',
  surname: 'P',
  phone: '+34 600 000 000',
  birthDate: '1990-01-31',
  avatar: 'https://pictures.example/ana.png',
  description: 'I build small and careful things for people who are at sea for a long time.',
}
const PROFILE = {
  developer: {
    ...PERSON,
    role: {
      developer: {
        professionalPosition: 'Backend developer',
        experienceYears: '3',
        location: 'Vigo',
        linkedin: 'https://linkedin.example/ana',
        github: 'https://github.example/ana',
        skills: ['Go'],
        languages: [{ language: 'Galego', languageLevel: 'Native' }],
      },
    },
  },
  recruiter: {
    ...PERSON,
    role: {
      recruiter: {
        companyName: 'Puerto',
        location: 'Vigo',
        sector: 'Ships',
        website: 'https://puerto.example',
        contactEmail: 'hola@puerto.example',
        contactPhone: '+34 600 000 000',
      },
    },
  },
}
