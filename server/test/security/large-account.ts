import { sql } from 'kysely'
import { LIMITS } from '#contract/values.ts'
import { insertApplication } from '../../applications/applications.queries.ts'
import { experienceQueries, studyQueries } from '../../careers/careers.queries.ts'
import type { Tx } from '../../lib/db.ts'
import { newId, now } from '../../lib/ids.ts'
import { insertMessages } from '../../messages/sending.queries.ts'
import { insertOffer } from '../../offers/offers.writes.ts'
import { setOrder } from '../../projects/order.queries.ts'
import { insertProject } from '../../projects/projects.writes.ts'
import { buildDeveloper, buildOffer, buildRecruiter, buildReport } from '../builders.ts'
import { createRandom } from '../random.ts'
import type { TestServer } from '../server.ts'
import { columnsOf } from './digest.ts'
import { insertFailedJob, replaceAnnouncement, type Scene } from './scene.ts'

const IS_LONG = process.env.LONG !== undefined
/** PostgreSQL is slower, but outside of the event loop. */
const isElsewhere = process.env.TEST_DATABASE_URL !== undefined
const sizeOf = (long: number, short: number, elsewhere: number) =>
  IS_LONG ? long : isElsewhere ? elsewhere : short

/** Projects of a developer, offers of a recruiter. */
const THINGS = sizeOf(300, 60, 8)
/** Rows of each table without a smaller cap. */
const ROWS = sizeOf(10_000, 2000, 400)
/** The cap is 200, and calls add a few. */
const CAREERS = sizeOf(190, 60, 8)
const CHANGES = sizeOf(900, 900, 400)
/** Enough rows to reveal work that grows with them. */
const MIN_ROWS = sizeOf(50, 50, 8)

const random = createRandom('large accounts')
const LETTERS = 'abcdefghijklmnoprstuvwxyz     '
export function letters(characters: number): string {
  let text = ''
  while (text.length < characters) text += LETTERS[random.int(0, LETTERS.length - 1)]
  return text
}
const description = () => letters(LIMITS.description)
const skills = () => Array.from({ length: 10 }, (_, index) => `${letters(20)}${index}`)

/** The largest input of each form. */
export const largest = {
  project: () => ({
    title: letters(40),
    category: 'Mobile' as const,
    year: 2024,
    description: description(),
    projectSkills: skills(),
    codeSections: Array.from({ length: LIMITS.codeSections }, () => letters(LIMITS.codeSection)),
  }),
  offer: () => ({ position: 'Keeper', description: description(), skills: skills() }),
  experience: () => ({ company: 'Faro', position: 'Keeper', description: description(), ...PERIOD }),
  study: () => ({ degree: 'Light', instituteName: 'USC', description: description(), ...PERIOD }),
}
const PERIOD = { startDate: '2020-01', endDate: null }

type People = { ids: string[]; offers: string[] }

/** People without sessions who interact with the large accounts, and offers to apply to. */
export async function addPeople({ db }: TestServer): Promise<People> {
  const ids = Array.from({ length: ROWS }, newId)
  const person = { role: 'developer' as const, password_hash: '', name: 'Ana', surname: 'Ruiz' }
  await inRows(ids, (part) =>
    db
      .insertInto('users')
      .values(part.map((id) => ({ ...person, id, email: `${id}@example.com`, created_at: now() })))
      .execute(),
  )
  const offers = Array.from({ length: ROWS }, newId)
  const offer = { position: 'Keeper', created_at: now(), updated_at: now() }
  await inRows(offers, (part) =>
    db
      .insertInto('offers')
      .values(part.map((id) => ({ ...offer, id })))
      .execute(),
  )
  return { ids, offers }
}

export type LargeAccounts = Scene & { openOffer: string; friend: string }

/**
 * A developer and a recruiter with as much stored data as calls allow. A new table with rows of a person is filled
 * here (`tablesWithoutRows` says which is not).
 */
export async function buildLargeAccounts(server: TestServer, people: People): Promise<LargeAccounts> {
  const [dev, otherDev] = [await buildDeveloper(server), await buildDeveloper(server)]
  const [rec, otherRec] = [await buildRecruiter(server), await buildRecruiter(server)]
  const openOffer = await buildOffer(server, otherRec)
  // At once: a commit for each row took most of the time.
  const stored = await server.db.transaction().execute(async (tx) => {
    const projects: string[] = []
    const offers: string[] = []
    for (let count = 0; count < THINGS; count += 1) {
      projects.push(await insertProject(tx, dev.id, largest.project()))
      offers.push(await insertOffer(tx, rec.id, largest.offer()))
    }
    const [project = '', offer = ''] = [projects[0], offers[0]]
    await setOrder(tx, dev.id, { ids: projects })
    const sent = { phone: '+34 600 000 000', coverLetter: letters(900), gdprAccepted: true as const }
    const application = (await insertApplication(tx, offer, dev.id, sent)) ?? ''
    const career = await addCareer(tx, dev.id)
    await addApplications(tx, { people, dev: dev.id, offer })
    await addFormerApplications(tx, dev.id, people.offers)
    await addChanges(tx, application, rec.id)
    for (const { id } of [dev, rec]) {
      await addChats(tx, id, people.ids)
      await addBesides(tx, id, people.ids)
    }
    await addLikes(tx, dev.id, [
      ...people.ids.map((user_id) => ({ user_id, project_id: project })),
      ...likesOf([dev.id, rec.id], projects),
    ])
    for (const { id } of [dev, rec]) await addReports(tx, id, people.ids)
    return { project, offer, application, ...career }
  })
  const { project, offer, application, experience, study } = stored
  const report = await buildReport(server, offer, otherDev)
  const repository = { owner: 'octo', repo: 'cat' }
  const handle = `large-${dev.id.slice(-12)}`
  await server.db.insertInto('handles').values({ handle, user_id: dev.id, taken_at: now() }).execute()
  return {
    ...{ dev, otherDev, rec, otherRec, project, offer, application, experience, study, repository },
    ...{
      handle,
      openOffer,
      friend: people.ids[0] ?? '',
      moderator: otherDev,
      blocked: otherDev,
      // Each call that changes one gets its own.
      message: '',
      report,
      ticket: await ticketOf(server, dev.id),
      announcement: await replaceAnnouncement(server, otherDev.id),
      job: await insertFailedJob(server),
    },
    reportable: people.ids.map((id) => ({ kind: 'user', id })),
  }
}

const likesOf = (users: string[], projects: string[]) =>
  users.flatMap((user_id) => projects.map((project_id) => ({ user_id, project_id })))

async function addLikes(tx: Tx, owner_id: string, likes: { user_id: string; project_id: string }[]) {
  await inRows(likes, (part) =>
    tx
      .insertInto('likes')
      .values(part.map((like) => ({ ...like, owner_id, created_at: now() })))
      .execute(),
  )
  for (const [id, own] of Map.groupBy(likes, (like) => like.project_id))
    await tx.updateTable('projects').set({ likes_count: own.length }).where('id', '=', id).execute()
}

async function addCareer(tx: Tx, id: string) {
  const stored = { experience: '', study: '' }
  for (let count = 0; count < CAREERS; count += 1) {
    stored.experience = await experienceQueries.insert(tx, id, largest.experience())
    stored.study = await studyQueries.insert(tx, id, largest.study())
  }
  return stored
}

/** Applications of all people to one offer, and of the developer to all others. */
async function addApplications(
  tx: Tx,
  { people, dev, offer }: { people: People; dev: string; offer: string },
) {
  const letter = { phone: '+34 600 000 000', cover_letter: letters(900) }
  const consent = { applied_at: now(), gdpr_accepted_at: now(), gdpr_text_version: '2026-11' }
  const pairs = [
    ...people.ids.map((user_id) => ({ user_id, offer_id: offer })),
    ...people.offers.map((offer_id) => ({ user_id: dev, offer_id })),
  ]
  await inRows(pairs, (part) =>
    tx
      .insertInto('applications')
      .values(part.map((pair) => ({ ...pair, ...letter, ...consent, id: newId() })))
      .execute(),
  )
}

/** Withdrawn, and applied for again. */
async function addFormerApplications(tx: Tx, user_id: string, offers: string[]) {
  const former = { user_id, status: 'pending', changes: '[]', withdraw_reason: letters(100) } as const
  const times = { applied_at: now(), withdrawn_at: now() }
  await inRows(offers, (part) =>
    tx
      .insertInto('former_applications')
      .values(part.map((offer_id) => ({ ...former, ...times, offer_id, id: newId() })))
      .execute(),
  )
}

async function addChanges(tx: Tx, application_id: string, changed_by: string) {
  const change = { from_status: 'pending', to_status: 'reviewed', changed_at: now() } as const
  await inRows(Array.from({ length: CHANGES }, newId), (ids) =>
    tx
      .insertInto('application_changes')
      .values(ids.map((id) => ({ ...change, id, application_id, changed_by })))
      .execute(),
  )
}

/** Half of the messages with one person, the other half with many. */
async function addChats(tx: Tx, id: string, people: string[]) {
  const [friend = ''] = people
  const draft = { text: letters(500), image: '', clientId: null, contentHash: null }
  const between = (one: string) => [
    { ...draft, senderId: id, receiverId: one },
    { ...draft, senderId: one, receiverId: id },
  ]
  const drafts = [...Array(ROWS / 2).fill(friend), ...people.slice(0, ROWS / 4)].flatMap(between)
  await inRows(drafts, (part) => insertMessages(tx, part))
}

async function addBesides(tx: Tx, id: string, people: string[]) {
  const created_at = now()
  const other = { type: 2, created_at, inbox_seq: null }
  await inRows(people, async (part) => {
    const notes = part.flatMap((one) => [
      { ...other, id: newId(), sender_id: one, receiver_id: id },
      { ...other, id: newId(), sender_id: id, receiver_id: one },
    ])
    await tx.insertInto('notifications').values(notes).execute()
    const session = { user_id: id, created_at, expires_at: '2099-01-01T00:00:00.000Z' }
    await tx
      .insertInto('sessions')
      .values(part.map(() => ({ ...session, id: newId() })))
      .execute()
    const key = { user_id: id, path: '/api/contact', status: 201, body: '{}', created_at }
    await tx
      .insertInto('idempotency_keys')
      .values(part.map(() => ({ ...key, key: newId() })))
      .execute()
  })
  // People without a conversation; in the long form nearly 5,000, which is the cap: calls add a few.
  await inRows(people.slice(-ROWS * 0.49), (part) =>
    tx
      .insertInto('blocks')
      .values(part.map((peer_id) => ({ user_id: id, peer_id, created_at })))
      .execute(),
  )
  const delivery = {
    user_id: id,
    channel: 'mail',
    mode: 'daily',
    kind: 'like',
    data: '{}',
    created_at,
  } as const
  await inRows(people, (part) =>
    tx
      .insertInto('deliveries')
      .values(
        part.map((sender_id) => ({
          ...delivery,
          id: newId(),
          sender_id,
          due_at: '2099-01-01T00:00:00.000Z',
        })),
      )
      .execute(),
  )
  const file = { kind: 'image', content_type: 'image/webp', bytes: 10, created_at } as const
  await inRows(people.slice(0, 500), (part) =>
    tx
      .insertInto('files')
      .values(part.map(() => ({ ...file, id: newId(), name: `${newId()}.webp`, owner_id: id })))
      .execute(),
  )
  const ticket = {
    name: 'A',
    email: 'a@example.com',
    category: 'bug' as const,
    subject: 's',
    message: letters(900),
  }
  await inRows(people.slice(0, 500), (part) =>
    tx
      .insertInto('tickets')
      .values(part.map(() => ({ ...ticket, id: newId(), user_id: id, created_at })))
      .execute(),
  )
}

async function ticketOf({ db }: TestServer, userId: string): Promise<string> {
  const { id } = await db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Reports by, about and decided by one person, many of each. */
async function addReports(tx: Tx, id: string, people: string[]) {
  const created_at = now()
  const entry = { kind: 'user', reason: 'spam', text: letters(900), created_at } as const
  const closed = { state: 'closed', closed_at: created_at } as const
  await inRows(people.slice(0, CAREERS), async (part) => {
    const rows = part.flatMap((other) => [
      { report: newId(), author: id, reporter: other },
      { report: newId(), author: other, reporter: id },
    ])
    await tx
      .insertInto('reports')
      .values(
        rows.map(({ report, author }) => ({
          ...{ id: report, kind: 'user' as const, thing_id: newId(), author_id: author },
          ...{ ...closed, snapshot: JSON.stringify({ description: letters(5000) }), created_at },
        })),
      )
      .execute()
    await tx
      .insertInto('report_entries')
      .values(
        rows.map(({ report, reporter }) => ({
          ...{ ...entry, id: newId(), report_id: report, thing_id: newId() },
          ...{ reporter_id: reporter, reporter_key: reporter },
        })),
      )
      .execute()
    const decision = { act: 'warn' as const, reason: letters(900), moderator_id: id, created_at }
    await tx
      .insertInto('decisions')
      .values(
        rows.map(({ report, author }) => ({
          ...decision,
          id: newId(),
          report_id: report,
          author_id: author,
        })),
      )
      .execute()
    await tx
      .insertInto('moderation_log')
      .values(rows.map(() => ({ id: newId(), at: created_at, moderator_id: id, act: 'warn' })))
      .execute()
  })
}

/** The batch size, within the parameter limits of both engines. */
const ROWS_AT_ONCE = 200

async function inRows<Item>(items: Item[], insert: (part: Item[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE)
    await insert(items.slice(start, start + ROWS_AT_ONCE))
}

const OF_PERSON =
  /^(?:(?:user|owner|sender|receiver|peer|low|high|author|reporter|moderator)_id|subject|changed_by)$/
/** Tables with few rows per person, and their maximum. */
const FEW: Record<string, number> = {
  user_skills: 10,
  user_facets: 12,
  reset_tokens: 1,
  known_devices: 50,
  email_tokens: 1,
  second_factors: 1,
  recovery_codes: 10,
  passkeys: 20,
  identities: 10,
  sign_in_flows: 1,
  verifications: 1,
  handles: 6,
  sign_in_tickets: 21,
  chat_settings: 1,
  notification_settings: 1,
  push_subscriptions: 20,
  inboxes: 1,
  responsiveness_due: 1,
  quota_usage: 20,
  moderators: 1,
  // As many as moderators write.
  announcements: 20,
  announcement_dismissals: 20,
  ticket_answers: 100,
}

/** Tables with rows of a person of which neither large account has many. */
export async function tablesWithoutRows(server: TestServer, { dev, rec }: Scene): Promise<string[]> {
  const missing: string[] = []
  for (const [table, columns] of await columnsOf(server)) {
    const own = columns.filter(
      (column) => OF_PERSON.test(column) && `${table}.${column}` !== 'tickets.subject',
    )
    if (own.length === 0 || table in FEW) continue
    const isOwn = own.map((column) => sql`${sql.ref(column)} in (${dev.id}, ${rec.id})`)
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)} where ${sql.join(isOwn, sql` or `)}`.execute(
      server.db,
    )
    if (Number(rows[0]?.count) < MIN_ROWS) missing.push(table)
  }
  return missing
}
