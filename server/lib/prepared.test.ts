import { expect, test } from 'vitest'
import { openTestDatabase } from '../test/database.ts'
import { newId, now } from './ids.ts'
import { prepared } from './prepared.ts'

const { db } = await openTestDatabase()

const findByName = prepared((db, { name, most }: { name: string; most: number }) =>
  db
    .selectFrom('users')
    .select('surname')
    .where('name', '=', name)
    .where('role', '=', 'developer')
    .orderBy('surname')
    .limit(most),
)

test('a prepared query is filled in anew each time, also inside of a transaction', async () => {
  const user = { role: 'developer', password_hash: '', created_at: now() } as const
  const named = (name: string, surname: string) => ({
    ...{ ...user, id: newId(), email: `${surname}@example.com` },
    ...{ name, surname },
  })
  await db
    .insertInto('users')
    .values([named('Ana', 'A'), named('Ana', 'B'), named("O'Neill", 'C')])
    .execute()

  expect(await findByName(db, { name: 'Ana', most: 5 })).toEqual([{ surname: 'A' }, { surname: 'B' }])
  expect(await findByName(db, { name: 'Ana', most: 1 })).toEqual([{ surname: 'A' }])
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values(named('Eva', 'D')).execute()
    expect(await findByName(tx, { name: 'Eva', most: 5 })).toEqual([{ surname: 'D' }])
  })
  expect(await findByName(db, { name: "O'Neill", most: 5 })).toEqual([{ surname: 'C' }])
  expect(await findByName(db, { name: "' or 1=1 --", most: 5 })).toEqual([])
})
