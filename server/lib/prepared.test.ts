import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { openTestDatabase } from '../test/database.ts'
import { openSqlite } from './db.ts'
import { newId, now } from './ids.ts'
import { prepared, preparedForRows } from './prepared.ts'
import { changeTotal, readTotal } from './totals.ts'

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

const named = (name: string, surname: string) => ({
  ...{ id: newId(), email: `${surname}@example.com`, role: 'developer' as const },
  ...{ password_hash: '', created_at: now(), name, surname },
})

test('a prepared query binds new values each time, also inside of a transaction', async () => {
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

const insertUsers = preparedForRows((db, rows: ReturnType<typeof named>[]) =>
  db.insertInto('users').values(rows).returning('email'),
)

test.each([0, 1, 3, 300])('%i rows are inserted unchanged, and their values are returned', async (count) => {
  const rows = Array.from({ length: count }, (_, n) => named('Ana', `${count}-${n}'`))
  const emails = rows.map(({ email }) => email)
  const inserted = await db.transaction().execute((tx) => insertUsers(tx, rows))
  expect(inserted.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
  const stored = db.selectFrom('users').select('id').where('email', 'like', `${count}-%`)
  expect((await stored.execute()).map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})

test('on a file it reads beside transactions: writes are visible inside at once, outside after commit', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'puente-prepared-'))
  const file = openSqlite(join(dir, 'puente.db'))
  afterAll(async () => {
    await file.close()
    rmSync(dir, { recursive: true })
  })
  await migrate(file)
  await file.db.transaction().execute(async (tx) => {
    await changeTotal(tx, 'projects', 5)
    expect(await readTotal(tx, 'projects')).toBe(5)
    expect(await readTotal(file.db, 'projects')).toBe(0)
  })
  expect(await readTotal(file.db, 'projects')).toBe(5)
})
