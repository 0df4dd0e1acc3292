import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../backup/backup.ts'
import { noProgress as progress } from '../backup/progress.ts'
import { restore } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { createFileStore } from '../files/disk-store.ts'
import { type Database, openSqlite } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { openPostgres } from '../lib/postgres.ts'
import { openServices } from '../open-services.ts'
import { makeDatabase } from '../test/database.ts'
import { FORMER_TABLES } from './0012_standard_names.ts'
import { migrations } from './migrations.ts'
import { columnTypes } from './types.ts'

const { TEST_DATABASE_URL } = process.env
const folder = mkdtempSync(join(tmpdir(), 'puente-former-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The newest migration before the tables got their current names. */
const FORMER = '0011_user_changes'

async function migrateToFormer({ db, engine }: Database): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations)
            .filter(([name]) => name <= FORMER)
            .map(([name, statements]) => [
              name,
              {
                up: async (tx: Kysely<unknown>) => {
                  for (const statement of statements(columnTypes[engine]))
                    await sql.raw(statement).execute(tx)
                },
              },
            ]),
        ),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const ids = { user: newId(), session: newId() }

/** One row in each renamed table. */
async function fillFormer({ db }: Database): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: ids.user,
      role: 'developer',
      email: 'ana@example.com',
      password_hash: '',
      name: 'Ana',
      surname: 'Ruiz',
      created_at: now(),
    })
    .execute()
  const at = now()
  for (const insert of [
    sql`insert into sign_ins (id, user_id, created_at, expires_at) values (${ids.session}, ${ids.user}, ${at}, ${at})`,
    sql`insert into inboxes (user_id, last_seq, kept_from) values (${ids.user}, 7, 5)`,
    sql`insert into idempotent_answers (user_id, path, key, created_at) values (${ids.user}, '/offers', 'k', ${at})`,
    sql`insert into repository_answers (path, status, fetched_at, checked_at) values ('repos/a/b', 200, ${at}, ${at})`,
  ]) {
    await insert.execute(db)
  }
}

async function expectPresentShape({ db }: Pick<Database, 'db'>): Promise<void> {
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: ids.session }])
  expect(await db.selectFrom('inboxes').select(['first_seq', 'last_seq']).execute()).toEqual([
    { first_seq: 5, last_seq: 7 },
  ])
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'k' }])
  expect(await db.selectFrom('repository_cache').select('path').execute()).toEqual([{ path: 'repos/a/b' }])
  const { rows } = await (TEST_DATABASE_URL
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(db)
  expect(rows.filter(({ name }) => FORMER_TABLES.includes(name))).toEqual([])
}

/** Data of the former schema on the engine under test. */
async function buildFormerTarget({ isFilled }: { isFilled: boolean }) {
  const dataDir = mkdtempSync(join(folder, 'target-'))
  const url = TEST_DATABASE_URL && (await makeDatabase(TEST_DATABASE_URL, { isEmpty: true }))
  const database = url
    ? await openPostgres({ url, onError: () => {} })
    : openSqlite(join(dataDir, 'puente.db'))
  await migrateToFormer(database)
  if (isFilled) await fillFormer(database)
  await database.close()
  const settings = url
    ? { DATABASE_URL: url, JWT_SECRET: randomBytes(32).toString('hex'), MAIL: 'outbox' }
    : {}
  const config = readConfig({ DATA_DIR: dataDir, ...settings })
  return {
    target: {
      dataDir,
      postgres: url ? { url, schema: undefined } : undefined,
      files: createFileStore(join(dataDir, 'files')),
    },
    open: () => openServices(config, pino({ level: 'silent' })),
  }
}

test('a server starts with data of the former shape', async () => {
  const former = await buildFormerTarget({ isFilled: true })
  const services = await former.open()
  await expectPresentShape(services)
  await services.close()
})

let formerBackup: string

beforeAll(async () => {
  const dataDir = mkdtempSync(join(folder, 'source-'))
  const database = openSqlite(join(dataDir, 'puente.db'))
  await migrateToFormer(database)
  await fillFormer(database)
  await database.close()
  const source = { dataDir, postgres: undefined, files: createFileStore(join(dataDir, 'files')) }
  const made = await backup(source, { to: join(folder, 'backups'), keep: 1, progress })
  formerBackup = made.folder
})

test('a backup of the former shape is restored over data of the former shape', async () => {
  const former = await buildFormerTarget({ isFilled: false })
  const { tables, migrations } = await restore(formerBackup, former.target, { progress })
  expect(migrations).toContain(FORMER)
  expect(Object.keys(tables)).toEqual(expect.arrayContaining([...FORMER_TABLES]))
  const services = await former.open()
  await expectPresentShape(services)
  await services.close()
})
