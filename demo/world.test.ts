import { describe, expect, test } from 'vitest'
import { Application, STATUSES } from '#contract/applications.ts'
import { ExperienceInput, StudyInput } from '#contract/careers.ts'
import { SupportTicketInput } from '#contract/contact.ts'
import { DevProfileInput } from '#contract/devs.ts'
import { LANGUAGES } from '#contract/locale.ts'
import { MessageInput } from '#contract/messages.ts'
import { NOTIFICATION_KINDS } from '#contract/notification-kinds.ts'
import { OFFER_STATES } from '#contract/offer-life.ts'
import { OfferInput } from '#contract/offers.ts'
import { ProjectInput } from '#contract/projects.ts'
import { RecruiterProfileInput } from '#contract/recruiters.ts'
import { repositoryOf } from '#contract/repository-link.ts'
import { languageOf } from '#contract/text-language.ts'
import { CATEGORIES, Id } from '#contract/values.ts'
import { DEMO_DEVELOPER, DEMO_RECRUITER } from './accounts.ts'
import { DAY_MS } from './world/clock.ts'
import { buildWorld } from './world.ts'

const now = new Date()
const world = buildWorld(now)
const { developers, recruiters, projects, offers, applications, likes, conversations } = world
const people = new Map([...developers, ...recruiters].map((person) => [person.id, person]))
const onboarded = developers.filter((developer) => developer.onboardedAt !== null)

describe('the demo world', () => {
  test('is the same for the same moment', () => {
    expect(buildWorld(now)).toEqual(world)
  })

  test('has enough entries for every screen', () => {
    expect(onboarded.length).toBeGreaterThanOrEqual(40)
    expect(new Set(recruiters.map((recruiter) => recruiter.companyName)).size).toBe(12)
    expect([projects.length, offers.length, applications.length]).toEqual([120, 65, 256])
    for (const category of CATEGORIES) {
      expect(projects.filter((project) => project.category === category).length).toBeGreaterThan(12)
    }
    for (const status of STATUSES) {
      expect(applications.filter((application) => application.status === status).length).toBeGreaterThan(9)
    }
    const week = now.getTime() - 7 * DAY_MS
    expect(applications.filter(({ appliedAt }) => Date.parse(appliedAt) > week).length).toBeGreaterThan(40)
    expect(conversations.length).toBeGreaterThanOrEqual(25)
  })

  test('has offers and applications in every state, a recruiter who answers soon and one who never does', {
    tags: ['LIFE-01', 'APPL-01', 'APPL-10'],
  }, () => {
    const states = new Set(offers.map(({ life }) => life?.state ?? 'published'))
    expect(states).toEqual(new Set(OFFER_STATES))
    const daysOf = (key: string) => {
      const own = new Set(offers.flatMap((offer) => (people.get(offer.ownerId)?.key === key ? offer.id : [])))
      const old = applications.filter(
        ({ offerId, appliedAt }) => own.has(offerId) && now.getTime() - Date.parse(appliedAt) > 3 * DAY_MS,
      )
      return old.map(({ appliedAt, changes }) => {
        const answer = changes.find(({ to }) => ['interviewed', 'accepted', 'rejected'].includes(to))
        return answer ? (Date.parse(answer.at) - Date.parse(appliedAt)) / DAY_MS : null
      })
    }
    expect(daysOf('ernesto').length).toBeGreaterThan(4)
    for (const days of daysOf('ernesto')) expect(days).toBeCloseTo(2, 0)
    expect(new Set(daysOf('lautaro'))).toEqual(new Set([null]))
    const withdrawn = applications.filter(({ withdrawnAt }) => withdrawnAt !== undefined)
    expect(withdrawn).toHaveLength(1)
  })

  test('has offers, people and projects in both languages, whose language is recognised', {
    tags: ['LANG-01'],
  }, () => {
    const lists = { offers, projects, people: onboarded, recruiters }
    for (const [name, list] of Object.entries(lists)) {
      const languages = list.map(({ description }) => languageOf(description))
      for (const language of LANGUAGES) {
        expect([name, language, languages.filter((one) => one === language).length > 1]).toEqual([
          name,
          language,
          true,
        ])
      }
      // Few are too short or too mixed.
      expect([name, languages.filter((one) => one === undefined).length < list.length / 20]).toEqual([
        name,
        true,
      ])
    }
  })

  test('has an empty case for every list', () => {
    const owners = new Set(projects.map(({ ownerId }) => ownerId))
    const posters = new Set(offers.map(({ ownerId }) => ownerId))
    const applied = new Set(applications.map(({ offerId }) => offerId))
    const employed = new Set(world.experiences.map(({ ownerId }) => ownerId))
    const studied = new Set(world.studies.map(({ ownerId }) => ownerId))
    expect(onboarded.some(({ id }) => !owners.has(id))).toBe(true)
    expect(onboarded.some(({ id }) => !employed.has(id))).toBe(true)
    expect(onboarded.some(({ id }) => !studied.has(id))).toBe(true)
    expect(onboarded.some(({ resume }) => resume === '')).toBe(true)
    expect(recruiters.some(({ id }) => !posters.has(id))).toBe(true)
    expect(offers.some(({ id }) => !applied.has(id))).toBe(true)
    expect(projects.some(({ gallery }) => gallery.length === 0)).toBe(true)
    expect(offers.some(({ pay }) => pay === null)).toBe(true)
  })

  test('has pay in every period, and every workplace', { tags: ['PAY-01', 'PAY-03'] }, () => {
    expect(new Set(offers.flatMap(({ pay }) => pay?.period ?? []))).toEqual(
      new Set(['year', 'month', 'day', 'hour']),
    )
    expect(offers.some(({ pay }) => pay !== null && pay.min < pay.max)).toBe(true)
    expect(new Set(offers.map(({ workplace }) => workplace))).toEqual(new Set(['onsite', 'hybrid', 'remote']))
    expect(offers.some(({ workplace, countries }) => workplace === 'remote' && countries.length === 0)).toBe(
      true,
    )
  })

  test('gives both demo accounts enough entries to show', () => {
    const lucia = developers.find(({ email }) => email === DEMO_DEVELOPER)?.id
    const marta = recruiters.find(({ email }) => email === DEMO_RECRUITER)?.id
    const ofLucia = (list: { ownerId: string }[]) => list.filter(({ ownerId }) => ownerId === lucia).length
    expect(ofLucia(projects)).toBeGreaterThan(3)
    expect(ofLucia(world.experiences)).toBeGreaterThan(4)
    expect(ofLucia(world.studies)).toBeGreaterThan(4)
    expect(applications.filter(({ userId }) => userId === lucia).length).toBeGreaterThan(4)
    const own = offers.filter(({ ownerId }) => ownerId === marta)
    expect(own.length).toBeGreaterThan(6)
    const statuses = applications.flatMap(({ offerId, status }) =>
      own.some(({ id }) => id === offerId) ? status : [],
    )
    expect(new Set(statuses)).toEqual(new Set(STATUSES))
  })
})

describe('the demo world obeys the rules of the product', () => {
  test('people', { tags: ['VAL-05', 'VAL-10'] }, () => {
    for (const developer of onboarded) {
      const { professionalPosition, experienceYears, location, linkedin, github, skills, languages } =
        developer
      const details = { professionalPosition, experienceYears, location, linkedin, github, skills, languages }
      const { name, surname, phone, birthDate, description } = developer
      const profile = { name, surname, phone, description, role: { developer: details } }
      const given = { ...profile, ...(birthDate !== null && { birthDate }) }
      expect(DevProfileInput.parse(given)).toEqual(given)
    }
    for (const recruiter of recruiters) {
      const { companyName, location, sector, website, contactEmail, contactPhone, multimedia } = recruiter
      const details = { companyName, location, sector, website, contactEmail, contactPhone, multimedia }
      const { name, surname, phone, birthDate, description } = recruiter
      const given = { name, surname, phone, birthDate, description, role: { recruiter: details } }
      expect(RecruiterProfileInput.parse(given)).toEqual(given)
    }
    expect(new Set([...people.values()].map(({ email }) => email)).size).toBe(people.size)
  })

  test('projects, experiences and studies', () => {
    for (const { id, ownerId, views, createdAt, updatedAt, ...project } of projects) {
      expect(ProjectInput.parse(project)).toEqual(project)
      expect([id, ownerId].every((value) => Id.safeParse(value).success)).toBe(true)
      expect(createdAt <= updatedAt && views >= 0).toBe(true)
    }
    for (const { id, ownerId, createdAt, ...experience } of world.experiences) {
      expect(ExperienceInput.parse(experience)).toEqual(experience)
    }
    for (const { id, ownerId, createdAt, ...study } of world.studies) {
      expect(StudyInput.parse(study)).toEqual(study)
    }
  })

  test('offers, applications, messages and tickets', () => {
    for (const { id, ownerId, createdAt, life, ...offer } of offers)
      expect(OfferInput.parse(offer)).toEqual(offer)
    for (const { phone, coverLetter } of applications) {
      const given = { phone, coverLetter, gdprAccepted: true as const }
      expect(Application.parse(given)).toEqual(given)
    }
    for (const { text, image } of conversations.flatMap(({ messages }) => messages)) {
      // A picture alone is a message too; on the wire it would be a data URL.
      if (text === '') expect(image).not.toBe('')
      else expect(MessageInput.parse({ text })).toMatchObject({ text })
    }
    for (const { id, userId, createdAt, ...ticket } of world.tickets)
      expect(SupportTicketInput.parse(ticket)).toEqual(ticket)
    const pairs = applications.map(({ offerId, userId }) => offerId + userId)
    expect(new Set(pairs).size).toBe(pairs.length)
  })

  test('notifications, each once', { tags: ['NTFY-01'] }, () => {
    for (const { event, receiverId } of world.notifications) {
      expect(NOTIFICATION_KINDS[event.kind].data.parse(event.data)).toEqual(event.data)
      expect(event.senderId).not.toBe(receiverId)
    }
    const keys = world.notifications.flatMap(({ receiverId, event }) =>
      event.once ? receiverId + event.once : [],
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('links to repositories have cached responses', () => {
    const known = new Set(world.repositories.map(({ name }) => name))
    const linked = projects.flatMap(({ githubProjectLink }) => repositoryOf(githubProjectLink) ?? [])
    expect(new Set(linked.map(({ owner, repo }) => `${owner}/${repo}`))).toEqual(known)
    for (const { tree, languages } of world.repositories) {
      expect(tree.tree.length).toBeGreaterThanOrEqual(40)
      expect(tree.tree.length).toBeLessThanOrEqual(300)
      expect(Object.keys(languages).length).toBeGreaterThan(0)
      const paths = new Set(tree.tree.map(({ path }) => path))
      const folders = [...paths].flatMap((path) =>
        path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : [],
      )
      expect(folders.filter((folder) => !paths.has(folder))).toEqual([])
    }
  })
})

describe('the demo world is in chronological order', () => {
  const joined = (id: string) => people.get(id)?.createdAt ?? 'unknown'
  const end = now.toISOString()

  test('nothing happens before registration or in the future', () => {
    const acts = [
      ...[...projects, ...offers, ...world.experiences, ...world.studies].map((entry) => [
        entry.ownerId,
        entry.createdAt,
      ]),
      ...likes.map((like) => [like.userId, like.createdAt]),
      ...applications.map((application) => [application.userId, application.appliedAt]),
      ...applications.flatMap(({ changes }) => changes.map(({ by, at }) => [by, at])),
      ...conversations.flatMap(({ messages }) =>
        messages.map(({ senderId, createdAt }) => [senderId, createdAt]),
      ),
    ] as [string, string][]
    expect(acts.filter(([userId, at]) => at < joined(userId) || at > end)).toEqual([])
  })

  test('likes follow projects, applications follow offers, and their history leads to their status', () => {
    const published = new Map([...projects, ...offers].map(({ id, createdAt }) => [id, createdAt]))
    expect(likes.filter((like) => like.createdAt < (published.get(like.projectId) ?? end))).toEqual([])
    for (const { offerId, appliedAt, changes, status } of applications) {
      expect(appliedAt > (published.get(offerId) ?? end)).toBe(true)
      expect(changes[0]).toMatchObject({ from: null, to: 'pending', at: appliedAt })
      expect(changes.at(-1)?.to).toBe(status)
      for (const [index, change] of changes.entries()) {
        if (index > 0) expect(change).toMatchObject({ from: changes[index - 1]?.to })
        expect(change.at >= (changes[index - 1]?.at ?? '')).toBe(true)
      }
    }
  })

  test('conversations are in order, and what is unread comes from one side', () => {
    for (const { people: pair, messages, unread } of conversations) {
      const times = messages.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort())
      expect(pair).toEqual([...pair].sort())
      const last = unread === 0 ? [] : messages.slice(-unread)
      expect(new Set(last.map(({ senderId }) => senderId)).size).toBeLessThan(2)
    }
  })

  test('careers add up to the years of the profile, one job after the other', () => {
    for (const { id, experienceYears, key } of onboarded) {
      const jobs = world.experiences.filter(({ ownerId }) => ownerId === id)
      if (jobs.length === 0) continue
      const first = jobs.map(({ startDate }) => startDate).sort()[0] ?? ''
      const months =
        now.getUTCFullYear() * 12 +
        now.getUTCMonth() -
        Number(first.slice(0, 4)) * 12 -
        Number(first.slice(5)) +
        1
      expect(Math.floor(months / 12)).toBe(experienceYears)
      // Lucía's second job overlaps her main one.
      if (key === 'lucia') continue
      const ordered = jobs.toSorted((a, b) => a.startDate.localeCompare(b.startDate))
      for (const [index, job] of ordered.entries()) {
        const before = ordered[index - 1]
        if (before) expect(job.startDate >= (before.endDate ?? '9999')).toBe(true)
      }
    }
  })
})
