import { randomUUID } from 'node:crypto'
import type { Services } from '../../services.ts'
import {
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../builders.ts'
import { send } from '../security/send.ts'

const RECRUITERS = 0.1

/** People with content, and their content. */
export async function buildCrowd(services: Services, count: number) {
  const [developers, recruiters]: [Person[], Person[]] = [[], []]
  const [projects, offers]: [string[], string[]] = [[], []]
  for (let n = 0; n < count; n += 1) {
    if (n < count * RECRUITERS) {
      const recruiter = await buildRecruiter(services)
      recruiters.push(recruiter)
      offers.push(await buildOffer(services, recruiter, { position: `Keeper ${n}` }))
    } else {
      const developer = await buildDeveloper(services)
      developers.push(developer)
      projects.push(await buildProject(services, developer, { title: `Ferry ${n}` }))
    }
  }
  return { developers, recruiters, projects, offers, people: [...developers, ...recruiters] }
}
export type Crowd = Awaited<ReturnType<typeof buildCrowd>>

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

type Act = { weight: number; call: (url: string, crowd: Crowd) => Promise<Response> }

/** Actions with their weights: mostly reads. */
const ACTS: Record<string, Act> = {
  offers: { weight: 14, call: (url) => send(url, 'GET /offers', { query: { limit: '20' } }, undefined) },
  projects: { weight: 12, call: (url) => send(url, 'GET /projects', { query: { limit: '20' } }, undefined) },
  devs: { weight: 10, call: (url) => send(url, 'GET /devs', { query: { limit: '20' } }, undefined) },
  search: {
    weight: 8,
    call: (url) => send(url, 'GET /projects/search', { query: { q: `ferry ${pick([1, 2, 3])}` } }, undefined),
  },
  offer: {
    weight: 10,
    call: (url, { offers, developers }) =>
      send(url, 'GET /offers/:id', { params: { id: pick(offers) } }, pick(developers).token),
  },
  project: {
    weight: 10,
    call: (url, { projects }) =>
      send(url, 'GET /projects/:id', { params: { id: pick(projects) } }, undefined),
  },
  dev: {
    weight: 6,
    call: (url, { developers }) =>
      send(url, 'GET /devs/:id', { params: { id: pick(developers).id } }, undefined),
  },
  view: {
    weight: 5,
    call: (url, { projects }) =>
      send(url, 'PUT /projects/:id/view', { params: { id: pick(projects) } }, undefined),
  },
  like: {
    weight: 6,
    call: (url, { projects, people }) =>
      send(url, 'POST /projects/:id/like', { params: { id: pick(projects) }, body: {} }, pick(people).token),
  },
  send: {
    weight: 12,
    call: (url, { developers, recruiters }) => {
      const text = `Hola ${randomUUID()}`
      return send(
        url,
        'POST /messages/send/:id',
        { params: { id: pick(recruiters).id }, body: { text, clientId: randomUUID() } },
        pick(developers).token,
      )
    },
  },
  conversation: {
    weight: 5,
    call: (url, { developers, recruiters }) =>
      send(url, 'GET /messages/:id', { params: { id: pick(developers).id } }, pick(recruiters).token),
  },
  people: {
    weight: 3,
    call: (url, { recruiters }) => send(url, 'GET /messages/users', {}, pick(recruiters).token),
  },
  sync: {
    weight: 3,
    call: (url, { people }) => send(url, 'GET /messages/sync', { query: { after: '0' } }, pick(people).token),
  },
  read: {
    weight: 3,
    call: (url, { developers, recruiters }) =>
      send(url, 'POST /messages/read', { body: { senderId: pick(developers).id } }, pick(recruiters).token),
  },
  profile: {
    weight: 2,
    call: (url, { people }) =>
      send(
        url,
        'PUT /settings/profile',
        { body: { name: `Ana ${randomUUID().slice(0, 6)}` } },
        pick(people).token,
      ),
  },
  login: {
    weight: 1,
    call: (url, { people }) =>
      send(url, 'POST /users/login', { body: { email: pick(people).email, password: PASSWORD } }, undefined),
  },
}

const TURNS = Object.entries(ACTS).flatMap(([name, { weight, call }]) =>
  Array.from({ length: weight }, () => ({ name, call })),
)

export function nextAct(url: string, crowd: Crowd) {
  const { name, call } = pick(TURNS)
  return { name, call: () => call(url, crowd) }
}
