import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { databaseFault, openSqlite } from './db.ts'
import { nextTurn } from './turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-db-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A database with an empty table, and the connection of another process to it. */
async function openWithOther(name: string) {
  const file = join(folder, name)
  const { db, close } = openSqlite(file)
  await sql`create table notes (text text)`.execute(db)
  const other = new DatabaseSync(file)
  return {
    db,
    other,
    notes: async () => (await sql`select text from notes`.execute(db)).rows,
    closeBoth: async () => {
      other.close()
      await close()
    },
  }
}

test('a SQLite transaction that begins with a read locks out other writers, and can still write', async () => {
  const { db, other, notes, closeBoth } = await openWithOther('puente.db')
  const write = (text: string) => other.prepare('insert into notes values (?)').run(text)
  await db.transaction().execute(async (tx) => {
    await sql`select * from notes`.execute(tx)
    // It would wait for longer; without the lock it writes, and the transaction ends with SQLITE_BUSY_SNAPSHOT.
    expect(() => write('in between')).toThrow('database is locked')
    await sql`insert into notes values ('first')`.execute(tx)
  })
  write('then')
  expect(await notes()).toEqual([{ text: 'first' }, { text: 'then' }])
  await closeBoth()
})

test('a write waits for the transaction of another process without blocking others (X1)', async () => {
  const { db, other, notes, closeBoth } = await openWithOther('busy.db')
  other.exec('begin immediate')
  const writes = Promise.all([
    sql`insert into notes values ('one')`.execute(db),
    db.transaction().execute((tx) => sql`insert into notes values ('two')`.execute(tx)),
  ])
  expect(await Promise.race([writes, nextTurn()])).toBeUndefined()
  other.exec('commit')
  await writes
  expect(await notes()).toEqual([{ text: 'one' }, { text: 'two' }])
  await closeBoth()
})

test('writes that wait for a longer transaction of another process end together after 5 s (G10)', async () => {
  const { db, other, notes, closeBoth } = await openWithOther('locked.db')
  other.exec('begin immediate')
  const start = performance.now()
  const writes = ['one', 'two', 'three'].map((text) => sql`insert into notes values (${text})`.execute(db))
  const faults = (await Promise.allSettled(writes)).map((write) =>
    write.status === 'rejected' ? databaseFault(write.reason) : 'none',
  )
  expect(faults).toEqual(['unavailable', 'unavailable', 'unavailable'])
  const waitedMs = performance.now() - start
  expect(waitedMs).toBeGreaterThan(5000)
  expect(waitedMs).toBeLessThan(9000)
  other.exec('commit')
  await sql`insert into notes values ('four')`.execute(db)
  expect(await notes()).toEqual([{ text: 'four' }])
  await closeBoth()
}, 30_000)
