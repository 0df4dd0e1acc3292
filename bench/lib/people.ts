import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openSqlite } from '../../server/lib/db.ts'
import { newId, now } from '../../server/lib/ids.ts'
import { createTokens } from '../../server/lib/tokens.ts'
import { insertMessages } from '../../server/messages/sending.queries.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { insertSession } from '../../server/users/users.queries.ts'
import type { Person } from '../clients/device.ts'

const PEOPLE_PER_TRANSACTION = 500

/** A new data directory with signed-in people, each pair of which has a conversation, and its settings. */
export async function peopleInSqlite(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-bench-'))
  const secret = randomBytes(32).toString('hex')
  const database = openSqlite(join(dataDir, 'puente.db'))
  await migrate(database)
  const people = await makePeople(database, secret, count)
  await database.close()
  return {
    people,
    settings: { DATA_DIR: dataDir, JWT_SECRET: secret, RATE_LIMITS: 'off' },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export async function makePeople({ db }: Database, secret: string, count: number): Promise<Person[]> {
  const tokens = createTokens(secret)
  const people: Person[] = []
  for (let start = 0; start < count; start += PEOPLE_PER_TRANSACTION) {
    await db.transaction().execute(async (tx) => {
      for (let n = start; n < Math.min(count, start + PEOPLE_PER_TRANSACTION); n += 1) {
        const id = newId()
        await tx
          .insertInto('users')
          .values({
            ...{ id, role: 'developer', email: `chat-${n}@example.com`, name: 'Lucía', surname: String(n) },
            ...{ password_hash: '', created_at: now(), onboarded_at: now() },
          })
          .execute()
        const sid = await insertSession(tx, id)
        people.push({ id, token: await tokens.sign({ id, role: 'developer', tv: 1, sid }) })
      }
    })
  }
  const greetings = people.map(({ id }, index) => ({
    ...{ senderId: id, receiverId: people[index ^ 1]?.id ?? id, text: 'Hola', image: '' },
    ...{ clientId: null, contentHash: null },
  }))
  for (let start = 0; start < count; start += PEOPLE_PER_TRANSACTION) {
    const some = greetings.slice(start, start + PEOPLE_PER_TRANSACTION)
    await db.transaction().execute((tx) => insertMessages(tx, some))
  }
  return people
}
