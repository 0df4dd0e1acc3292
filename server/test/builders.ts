import type { Insertable } from 'kysely'
import type { Application } from '#contract/applications.ts'
import type { OfferInput } from '#contract/offers.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { Role } from '#contract/users.ts'
import { insertApplication } from '../applications/applications.queries.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Db } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { hashPassword } from '../lib/passwords.ts'
import type { Tables } from '../lib/tables.ts'
import { changeTotal } from '../lib/totals.ts'
import { insertReport } from '../moderation/reports.writes.ts'
import { findThing } from '../moderation/things.ts'
import { insertOffer } from '../offers/offers.writes.ts'
import { insertProject } from '../projects/projects.writes.ts'
import type { Services } from '../services.ts'
import { insertSession } from '../users/users.queries.ts'

export type Person = {
  id: string
  token: string
  email: string
  name: string
  surname: string
  password: string
}

export const PASSWORD = 'Secret-1'
let passwordHash: Promise<string> | undefined
/** A counter for each database, so that names are the same in each. */
const counts = new WeakMap<Db, number>()

type PersonOptions = {
  name?: string
  surname?: string
  email?: string
  onboarded?: boolean
  createdAt?: string
  /** More columns of the stored profile. */
  profile?: Partial<Insertable<Tables['users']>>
}

/** A signed-in developer with a completed profile. */
export const buildDeveloper = (services: Services, options: PersonOptions = {}) =>
  buildPerson(services, 'developer', options)

/** A signed-in recruiter with a completed profile. */
export const buildRecruiter = (services: Services, options: PersonOptions = {}) =>
  buildPerson(services, 'recruiter', options)

async function buildPerson(services: Services, role: Role, options: PersonOptions): Promise<Person> {
  const { db, tokens } = services
  const count = (counts.get(db) ?? 0) + 1
  counts.set(db, count)
  passwordHash ??= hashPassword(PASSWORD, 'tests')
  const id = newId()
  const {
    name = role === 'developer' ? 'Lucía' : 'Marta',
    surname = `Núñez ${count}`,
    onboarded = true,
  } = options
  const email = options.email ?? `${role}-${count}-${id.slice(-6)}@example.com`
  await db
    .insertInto('users')
    .values({
      id,
      role,
      email,
      name,
      surname,
      password_hash: await passwordHash,
      created_at: options.createdAt ?? now(),
      onboarded_at: onboarded ? now() : null,
      professional_position: role === 'developer' ? 'Backend developer' : '',
      company_name: role === 'recruiter' ? 'Puerto Software' : '',
      ...options.profile,
    })
    .execute()
  await db.transaction().execute(async (tx) => {
    await refreshListing(tx, id)
    if (onboarded) await changeTotal(tx, role === 'developer' ? 'developers' : 'recruiters', 1)
  })
  const sid = await insertSession(db, id)
  const token = await tokens.sign({ id, role, tv: 1, sid })
  return { id, token, email, name, surname, password: PASSWORD }
}

const OFFER: OfferInput = {
  position: 'Backend developer',
  skills: ['TypeScript'],
  contractType: ['Full-time'],
}

/** An open offer of this recruiter. */
export async function buildOffer(
  services: Services,
  owner: Person,
  given: Partial<OfferInput> = {},
): Promise<string> {
  const offer = { ...OFFER, ...given }
  return services.db.transaction().execute((tx) => insertOffer(tx, owner.id, offer))
}

const PROJECT: ProjectInput = { title: 'Ferry timetable', category: 'Full Stack', year: 2024 }

/** A public project of this developer. Returns its id. */
export async function buildProject(
  services: Services,
  owner: Person,
  given: Partial<ProjectInput> & { createdAt?: string } = {},
): Promise<string> {
  const { createdAt, ...rest } = given
  const project = { ...PROJECT, ...rest }
  return services.db.transaction().execute((tx) => insertProject(tx, owner.id, project, createdAt))
}

/** An open report of this offer by this person. Returns its id. */
export async function buildReport(
  services: Services,
  offerId: string,
  reporter: Person,
  text = 'Asks for money',
): Promise<string> {
  const thing = await findThing(services.db, 'offer', offerId)
  if (!thing) throw new Error('There is no such offer')
  const report = { thing, reporter: { id: reporter.id, key: reporter.id }, reason: 'scam' as const, text }
  const { id } = await services.db
    .transaction()
    .execute((tx) => insertReport(tx, report, Number.POSITIVE_INFINITY))
  return id
}

/** An application, as sent by the developer's form. Returns its id. */
export async function buildApplication(
  services: Services,
  offerId: string,
  developer: Person,
  given: Partial<Application> = {},
): Promise<string> {
  const application: Application = { phone: '+34 600 000 000', coverLetter: '', gdprAccepted: true, ...given }
  const id = await services.db
    .transaction()
    .execute((tx) => insertApplication(tx, offerId, developer.id, application))
  if (id === undefined) throw new Error('This developer has applied already')
  return id
}
