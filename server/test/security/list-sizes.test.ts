import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_ANNOUNCEMENT } from '#contract/announcements.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_LISTED_URL } from '#contract/lists.ts'
import { CONTRACT_TYPES, MAX_SALARY } from '#contract/offers.ts'
import { feedPath } from '#contract/seo.ts'
import { CATEGORIES, LIMITS, MAX_GALLERY, MAX_SKILL_LENGTH, MAX_SKILLS } from '#contract/values.ts'
import { insertBlock } from '../../blocks/blocks.queries.ts'
import { experienceQueries, studyQueries } from '../../careers/careers.queries.ts'
import { newId, now } from '../../lib/ids.ts'
import { insertMessages } from '../../messages/sending.queries.ts'
import { notify } from '../../notifications/notify.ts'
import { buildApplication, buildDeveloper, buildOffer, buildProject, buildRecruiter } from '../builders.ts'
import { startServer } from '../server.ts'
import { contractCalls, nameOf } from './contract-calls.ts'

/** X2. */
const MAX_BYTES = 1_000_000
const ROWS = 100

/** Three bytes per UTF-16 code unit, the maximum in UTF-8. */
const WIDE = '漢'
const text = (characters: number) => WIDE.repeat(characters)
/** Four bytes per code point: the maximum for texts cut by code points. */
const long = (characters: number) => '🌊'.repeat(characters / 2)
const picture = (characters: number = MAX_LISTED_URL) => 'https://p.example/'.padEnd(characters, WIDE)
const skills = Array.from({ length: MAX_SKILLS }, (_, index) => `${text(MAX_SKILL_LENGTH - 1)}${index}`)

const server = await startServer()
/** Lists of moderators have few readers, and show whole texts. */
const lists = (await contractCalls()).filter(
  (call) => call.method === 'GET' && call.list && call.access !== 'moderator',
)
let dev: Awaited<ReturnType<typeof buildDeveloper>>
let rec: Awaited<ReturnType<typeof buildRecruiter>>

const person = {
  name: text(LIMITS.name),
  surname: text(LIMITS.name),
  profile: {
    avatar: picture(),
    description: text(LIMITS.about),
    location: text(LIMITS.name),
    skills: JSON.stringify(skills),
    languages: JSON.stringify(
      Array.from({ length: LIMITS.languages }, () => ({
        language: text(LIMITS.name),
        languageLevel: text(LIMITS.languageLevel),
      })),
    ),
    professional_position: text(LIMITS.name),
    company_name: text(LIMITS.name),
    sector: text(LIMITS.name),
    website: picture(LIMITS.url),
    verified_domain: 'x'.repeat(253),
    verified_at: now(),
    verified_until: '9999-12-31T00:00:00.000Z',
    multimedia: JSON.stringify(Array(5).fill(picture(LIMITS.url))),
    search_text: text(LIMITS.name),
  },
}
const project = {
  title: text(LIMITS.name),
  category: 'Full Stack',
  professionalRole: text(LIMITS.name),
  duration: text(LIMITS.name),
  projectSkills: skills,
  description: long(LIMITS.description),
  liveLink: picture(LIMITS.url),
  githubProjectLink: picture(LIMITS.url),
  codeSections: Array(LIMITS.codeSections).fill(text(LIMITS.codeSection)),
  gallery: Array(MAX_GALLERY).fill(picture()),
} as const
const offer = {
  position: text(LIMITS.name),
  role: text(LIMITS.name),
  company: text(LIMITS.name),
  location: text(LIMITS.name),
  contractType: [...CONTRACT_TYPES],
  salary: MAX_SALARY,
  skills,
  language: text(LIMITS.name),
  description: long(LIMITS.description),
}
const career = { startDate: '2020-01', endDate: null, description: text(LIMITS.description) }

const sessionOf = (userId: string) => ({
  ...{ id: newId(), user_id: userId, browser: text(40), system: text(40) },
  ...{ created_at: now(), expires_at: new Date(Date.now() + 3_600_000).toISOString() },
})

beforeAll(async () => {
  dev = await buildDeveloper(server, person)
  rec = await buildRecruiter(server, person)
  for (const category of CATEGORIES) await buildProject(server, dev, { ...project, category })
  for (let row = 0; row < ROWS; row += 1) {
    const announcement = { text: text(MAX_ANNOUNCEMENT), moderator_id: rec.id, created_at: now() }
    await server.db
      .insertInto('announcements')
      .values({ id: newId(), ...announcement })
      .execute()
    const other = await buildDeveloper(server, person)
    await buildRecruiter(server, person)
    const { id: blocked } = await buildDeveloper(server, person)
    await server.db.transaction().execute((tx) => insertBlock(tx, dev.id, blocked))
    await server.db.insertInto('sessions').values(sessionOf(dev.id)).execute()
    await buildProject(server, dev, project)
    const applied = await buildOffer(server, rec, offer)
    await buildApplication(server, applied, dev, { coverLetter: text(LIMITS.coverLetter) })
    await buildApplication(server, applied, other)
    await buildOffer(server, rec, offer)
    for (const queries of [experienceQueries, studyQueries]) {
      await server.db.transaction().execute(
        (tx) =>
          queries.insert(tx, dev.id, {
            ...career,
            company: text(LIMITS.name),
            position: text(LIMITS.name),
            companyLogo: picture(LIMITS.url),
            experienceSkills: skills,
            degree: text(LIMITS.name),
            instituteName: text(LIMITS.name),
            instituteLogo: picture(LIMITS.url),
          } as never), // each kind writes its own fields
      )
    }
    await send(other.id, dev.id)
    await notifyOf(other.id)
  }
  await send(rec.id, dev.id, 2 * ROWS)
}, 300_000)

const send = (senderId: string, receiverId: string, count = 1) => {
  const draft = { senderId, receiverId, text: text(LIMITS.chatText), image: '/files/x.webp' }
  const drafts = Array(count).fill({ ...draft, clientId: null, contentHash: null })
  return server.db.transaction().execute((tx) => insertMessages(tx, drafts))
}

const notifyOf = (applicationId: string) => {
  const ended = { applicationId, offerId: rec.id, position: text(LIMITS.name), company: text(LIMITS.name) }
  const data = { ...ended, message: text(LIMITS.chatText) }
  const event = { kind: 'offerEnded', senderId: null, receiverIds: [dev.id], data } as const
  return server.db.transaction().execute((tx) => notify(tx, event))
}

const WORDS = ['/offers/technology', '/offers/mine/skills']

/** The list as a visitor, if it is public, and as a signed-in person. */
async function readBySides({ path, access }: Endpoint): Promise<string[]> {
  const id = path.startsWith('/offers/profile') ? rec.id : dev.id
  const query = new URLSearchParams({ limit: '100', q: text(3) })
  const authorization = `Bearer ${access === 'recruiter' ? rec.token : dev.token}`
  const bodies: string[] = []
  for (const headers of access === 'anyone' ? [{}, { authorization }] : [{ authorization }]) {
    const response = await fetch(`${server.url}/api${path.replace(':id', id)}?${query}`, { headers })
    expect(response.status).toBe(200)
    bodies.push(await response.text())
  }
  return bodies
}

describe('a list with the largest page and every field at its maximum', () => {
  test.each(lists.map((call) => [nameOf(call), call] as const))(
    '%s is below 1 MB (X2)',
    async (_name, call) => {
      for (const body of await readBySides(call)) {
        const rows = Object.values(JSON.parse(body)).flat()
        // Enumerated values, which are the same in each offer here.
        if (!WORDS.includes(call.path)) expect(rows.length).toBeGreaterThanOrEqual(40)
        expect(Buffer.byteLength(body)).toBeLessThan(MAX_BYTES)
      }
    },
  )
})

describe('responses to a signed-in person', () => {
  test.each([
    // The whole last messages alone would exceed it.
    ['the chat list', '/messages/users', MAX_BYTES / 2],
    ['a conversation', '/messages/:id?limit=1000', MAX_BYTES],
    // 200 events, 100 notifications, and a number for each sender.
    ['the events since the last connection', '/messages/sync?after=0', 2 * MAX_BYTES],
  ])('%s is bounded (X2)', async (_what, path, maxBytes) => {
    const response = await fetch(`${server.url}/api${path.replace(':id', rec.id)}`, {
      headers: { authorization: `Bearer ${dev.token}` },
    })
    expect(response.status).toBe(200)
    const bytes = Buffer.byteLength(await response.text())
    expect(bytes).toBeGreaterThan(maxBytes / 10)
    expect(bytes).toBeLessThan(maxBytes)
  })
})

test.each([feedPath('offers'), feedPath('projects')])('%s is below 1 MB (X2)', async (path) => {
  const response = await fetch(server.url + path)
  expect([path, response.status]).toEqual([path, 200])
  const bytes = Buffer.byteLength(await response.text())
  expect([path, bytes, bytes < MAX_BYTES]).toEqual([path, bytes, true])
})

test('a board, which is sent whole, takes at most 40 kB for each applicant (X2)', async () => {
  const { id } = await server.db
    .selectFrom('offers')
    .select('id')
    .where('owner_id', '=', rec.id)
    .where('applicants_count', '=', 2)
    .limit(1)
    .executeTakeFirstOrThrow()
  const response = await fetch(`${server.url}/api/offers/${id}/candidates`, {
    headers: { authorization: `Bearer ${rec.token}` },
  })
  const body = await response.text()
  const { applicants } = JSON.parse(body) as { applicants: object[] }
  expect(applicants).toHaveLength(2)
  for (const applicant of applicants)
    expect(Buffer.byteLength(JSON.stringify(applicant))).toBeLessThan(40_000)
  expect(Buffer.byteLength(body)).toBeGreaterThan(25_000)
})

// Last, as it replaces the pictures.
test('a picture with a longer address is in no list (X2)', async () => {
  const address = 'https://long.example/'.padEnd(MAX_LISTED_URL + 1, 'x')
  const replace = async (url: string) => {
    await server.db.updateTable('users').set({ avatar: url }).execute()
    await server.db
      .updateTable('projects')
      .set({ gallery: JSON.stringify([url]) })
      .execute()
  }
  const listsWith = async (url: string) => {
    const found: string[] = []
    for (const call of lists) {
      const bodies = await readBySides(call)
      if (bodies.some((body) => body.includes(url))) found.push(nameOf(call))
    }
    return found
  }
  await replace(address.slice(0, -1))
  expect((await listsWith(address.slice(0, -1))).length).toBeGreaterThan(10)
  await replace(address)
  expect(await listsWith('https://long.example/')).toEqual([])
})
