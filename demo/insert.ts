import type { Database, Db } from '../server/lib/db.ts'
import { hashPassword } from '../server/lib/passwords.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { insertChat } from './insert/chat.ts'
import { insertOffers } from './insert/offers.ts'
import { insertFiles, insertPeople, listPeople } from './insert/people.ts'
import { insertCareers, insertProjects, insertRepositoryAnswers } from './insert/work.ts'
import type { World } from './world-types.ts'

/**
 * Writes all rows in one transaction: the demo world is there or it is not. Its files are not drawn yet.
 * Within each table the rows come in the order of time, as they would have in real life.
 */
export async function seedDemo(db: Database['db'], world: World): Promise<void> {
  // One hash for everybody: they all have the same password, and each hash takes its time on purpose.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (tx) => {
    await insertPeople(tx, world, passwordHash)
    await insertFiles(tx, world)
    await insertProjects(tx, world)
    await insertCareers(tx, world)
    await insertOffers(tx, world)
    await insertChat(tx, world)
    await insertTickets(tx, world)
    await insertRepositoryAnswers(tx, world)
    await listPeople(tx, world)
  })
}

async function insertTickets(db: Db, { tickets }: World): Promise<void> {
  const rows = tickets
    .map(({ userId, createdAt, ...ticket }) => ({ ...ticket, user_id: userId, created_at: createdAt }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
  await db.insertInto('tickets').values(rows).execute()
}
