import type { Database, Db } from '../server/lib/db.ts'
import { hashPassword } from '../server/lib/passwords.ts'
import { recountUsage } from '../server/quota/recount.ts'
import type { Services } from '../server/services.ts'
import { DEMO_DEVELOPER, DEMO_PASSWORD, DEMO_RECRUITER } from './accounts.ts'
import { storeFiles } from './files.ts'
import { insertChat } from './insert/chat.ts'
import { insertDraft } from './insert/draft.ts'
import { insertFiles } from './insert/files.ts'
import { insertOffers } from './insert/offers.ts'
import { insertPeople, refreshListings } from './insert/people.ts'
import { insertCareers, insertProjects, insertRepositories } from './insert/work.ts'
import { buildWorld } from './world.ts'
import type { World } from './world-types.ts'

const ACCOUNTS = [
  'Sign in to the demo with',
  `  developer   ${DEMO_DEVELOPER}   ${DEMO_PASSWORD}`,
  `  recruiter   ${DEMO_RECRUITER}   ${DEMO_PASSWORD}`,
].join('\n')

const NOT_EMPTY = 'The data directory already holds other data, so no demo data was added.'

type Target = Pick<Services, 'files'> & Pick<Database, 'db' | 'engine'>

/** Seeds an empty database; returns the message for the terminal. */
export async function ensureDemo({ db, engine, files }: Target): Promise<string> {
  if (await hasUser(db, DEMO_DEVELOPER)) return ACCOUNTS
  if (await hasUser(db)) return NOT_EMPTY
  await seedDemo({ db, engine, files }, buildWorld(new Date()))
  return ACCOUNTS
}

async function hasUser(db: Db, email?: string): Promise<boolean> {
  const users = db.selectFrom('users').select('id').limit(1)
  const found = await (email === undefined ? users : users.where('email', '=', email)).executeTakeFirst()
  return found !== undefined
}

/**
 * Stores the files, then writes all rows in one transaction: after a crash in between, the next start begins again.
 * The rows of each table are inserted in chronological order, as `row_no` requires.
 */
export async function seedDemo({ db, engine, files }: Target, world: World): Promise<void> {
  // One hash for all accounts: hashing is slow on purpose.
  const [passwordHash, bytes] = await Promise.all([
    hashPassword(DEMO_PASSWORD, 'demo'),
    storeFiles(files, world.files),
  ])
  await db.transaction().execute(async (tx) => {
    await insertPeople(tx, world, passwordHash)
    await insertFiles(tx, world, bytes)
    await insertProjects(tx, world, engine)
    await insertDraft(tx, world)
    await insertCareers(tx, world)
    await insertOffers(tx, world)
    await insertChat(tx, world)
    await insertSupportTickets(tx, world)
    await insertRepositories(tx, world)
    await refreshListings(tx, world)
    await recountUsage(tx)
  })
}

async function insertSupportTickets(db: Db, { tickets }: World): Promise<void> {
  const rows = tickets
    .map(({ userId, createdAt, ...ticket }) => ({ ...ticket, user_id: userId, created_at: createdAt }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
  await db.insertInto('tickets').values(rows).execute()
}
