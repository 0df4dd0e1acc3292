import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { newId } from '../lib/ids.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
} from '../test/builders.ts'
import { explain, explainPostgres, type Plan } from '../test/explain.ts'
import { startServer } from '../test/server.ts'
import { eraseDueAccounts, eraseUser } from '../users/erasure.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { LOCAL_TASKS, startMaintenance, TASKS } from './maintenance.ts'

const server = await startServer()

test('scheduled maintenance runs every task, even if one fails, and can be stopped (F6, G19)', async () => {
  const { id } = await buildDeveloper(server)
  const created_at = '2020-01-01T00:00:00.000Z'
  const keys = () => server.db.selectFrom('idempotency_keys').select('key').execute()
  await server.db
    .insertInto('idempotency_keys')
    .values({ user_id: id, path: '/x', key: newId(), created_at })
    .execute()
  const folder = { id: newId(), name: 'AbCdEfGhIjKlMnOpQrStUv.webp', kind: 'image' as const, owner_id: id }
  await server.db
    .insertInto('files')
    .values({ ...folder, content_type: 'image/webp', bytes: 1, created_at, deleted_at: created_at })
    .execute()

  const failures: unknown[] = []
  const log = { ...server.log, warn: () => {}, error: (failure: unknown) => failures.push(failure) }
  const files = { ...server.files, deleteFolder: () => Promise.reject(new Error('the store is unavailable')) }
  const stop = startMaintenance({ ...server, files, log: log as unknown as typeof server.log }, 1)
  await expect.poll(keys).toEqual([])
  await stop()
  expect(failures[0]).toMatchObject({ task: 'remove unused files' })

  const done = failures.length
  await server.db.selectFrom('files').select('id').execute()
  expect(failures).toHaveLength(done)
})

/** Rows to be deleted by a task: their required columns; the first identifies the row. */
async function deletable(): Promise<Record<string, [table: string, row: Record<string, unknown>]>> {
  const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  const offer_id = await buildOffer(server, rec)
  const [id, user_id, word] = [newId(), dev.id, newId()]
  const old = '2020-01-01T00:00:00.000Z'
  const spent = { created_at: old, expires_at: old }
  return {
    'remove unused files': [
      'files',
      {
        ...{ id, name: 'BbCdEfGhIjKlMnOpQrStUv.webp', kind: 'image', owner_id: user_id, bytes: 1 },
        ...{ content_type: 'image/webp', created_at: old, deleted_at: old },
      },
    ],
    'prune inboxes': [
      'notifications',
      { id, sender_id: rec.id, receiver_id: user_id, type: 2, created_at: old, cleared_at: old },
    ],
    'evict old repository responses': [
      'repository_cache',
      { path: word, status: 200, fetched_at: old, checked_at: old },
    ],
    'delete old reset links': ['reset_tokens', { token_hash: word, user_id, ...spent }],
    'delete old links about addresses': [
      'email_tokens',
      { token_hash: word, user_id, purpose: 'confirm', email: 'a@example.com', ...spent },
    ],
    'delete old sign-in tickets': [
      'sign_in_tickets',
      { ticket_hash: word, user_id, token_version: 1, purpose: 'second', expires_at: old },
    ],
    'delete old sign-ins with providers': [
      'sign_in_flows',
      {
        ...{ flow_hash: word, provider: 'oidc', state: 's', nonce: 'n', verifier: 'v' },
        ...{ role: 'developer', expires_at: old },
      },
    ],
    'delete old proofs of domains': [
      'verifications',
      { user_id: rec.id, domain: 'a.example', way: 'dns', value: 'v', created_at: old, ends_at: old },
    ],
    'delete former handles': [
      'handles',
      { handle: `old-${word.slice(-12)}`, user_id, taken_at: old, released_at: old },
    ],
    'delete undelivered mail and push': [
      'deliveries',
      {
        ...{ id, user_id, channel: 'mail', mode: 'daily', kind: 'like', data: '{}', created_at: old },
        due_at: '2099-01-01T00:00:00.000Z',
      },
    ],
    'delete failed jobs': ['jobs', { id, kind: 'x', payload: '{}', run_at: old, failed_at: old }],
    'delete expired idempotency keys': [
      'idempotency_keys',
      { key: id, user_id, path: '/x', created_at: old },
    ],
    'delete the counts of visitors': [
      'quota_usage',
      { subject: 'visitor x', kind: 'ticket', total: 1, day: '2020-01-01', today: 1 },
    ],
    'delete old sessions': ['sessions', { id, user_id, ...spent }],
    'delete old tickets': [
      'tickets',
      {
        ...{ id, user_id, name: 'A', email: 'a@example.com', category: 'bug', subject: 'S', message: 'M' },
        created_at: old,
      },
    ],
    'delete old reports': [
      'reports',
      { id, kind: 'user', thing_id: id, state: 'closed', snapshot: '{}', created_at: old, closed_at: old },
    ],
    'thin old history': [
      'former_applications',
      {
        ...{ id, offer_id, user_id, status: 'pending', changes: '[]', applied_at: old, withdrawn_at: old },
      },
    ],
  }
}

/** Other pending work of a task, and a query for it. */
async function undone(): Promise<Record<string, RawBuilder<unknown>>> {
  const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  const old = '2020-01-01T00:00:00.000Z'
  const offer = await buildOffer(server, rec)
  await buildApplication(server, offer, dev)
  await server.db.updateTable('offers').set({ deleted_at: old }).where('id', '=', offer).execute()
  await server.call(sendMessage, { as: dev, params: { id: rec.id }, body: { text: 'Hola' } })
  await server.db.updateTable('messages').set({ search_text: null }).execute()
  const gone = await buildDeveloper(server)
  await server.db.updateTable('users').set({ deactivated_at: old }).where('id', '=', gone.id).execute()
  await server.db.deleteFrom('daily_numbers').execute()
  return {
    'empty old applications': sql`select id from applications where phone <> '' and offer_id = ${offer}`,
    'index messages for the search': sql`select id from messages where search_text is null`,
    'erase deactivated accounts': sql`select id from users where id = ${gone.id} and erased_at is null`,
    'count the days': sql`select 1 as one where not exists (select day from daily_numbers)`,
  }
}

test('every task of scheduled maintenance has its effect (D-5)', async () => {
  const queries = await undone()
  for (const [task, [table, row]] of Object.entries(await deletable())) {
    await server.db
      .insertInto(table as 'users')
      .values(row as never)
      .execute()
    const [[column = '', value] = []] = Object.entries(row)
    queries[task] = sql`select 1 as one from ${sql.table(table)} where ${sql.ref(column)} = ${value}`
  }
  const mail = join(server.dataDir, 'outbox', 'old.eml')
  mkdirSync(join(server.dataDir, 'outbox'), { recursive: true })
  writeFileSync(mail, 'To: ana')
  utimesSync(mail, 0, 0)
  const left = async () => {
    const tasks = existsSync(mail) ? ['delete old mails'] : []
    for (const [task, query] of Object.entries(queries))
      if ((await query.execute(server.db)).rows.length > 0) tasks.push(task)
    return tasks.sort()
  }
  expect(await left()).toEqual(Object.keys({ ...TASKS, ...LOCAL_TASKS }).sort())
  const stop = startMaintenance(server, 1)
  await expect.poll(left).toEqual([])
  await stop()
})

test('docs/growing.md names for every table what removes its rows', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'growing.md'), 'utf8')
  const [, list = ''] = /^Every table, [\s\S]*?\n\n([\s\S]*?)\n\n/m.exec(page) ?? []
  const named = [...list.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)
  const tables =
    server.engine === 'sqlite'
      ? // Those of a full-text index belong to it.
        sql<{ name: string }>`select name from sqlite_schema as one where type = 'table' and not exists (
          select 1 from sqlite_schema as fts where fts.sql like 'create virtual table%' and one.name like fts.name || '%')`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await tables.execute(server.db)
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).sort())
})

/** Tables with deleted rows. */
const deletedFrom = new Set<string | undefined>()

type Work = Parameters<typeof explain>[1]

const plansOf = (work: Work): Promise<Pick<Plan, 'statement' | 'steps'>[]> =>
  (server.engine === 'sqlite' ? explain : explainPostgres)(server.db, work)

/** Reads the first rows of a table, in any order. */
const FIRST_ROWS = /from "\w+" limit \S+$/

/** Full table scans. */
function walks(plans: Pick<Plan, 'statement' | 'steps'>[]): string[] {
  for (const { statement } of plans) deletedFrom.add(/^\s*delete from "(\w+)"/i.exec(statement)?.[1])
  return plans
    .filter(({ statement }) => !FIRST_ROWS.test(statement))
    .flatMap(({ steps }) => steps.filter((step) => /^SCAN \w+$/.test(step)))
}

/** Foreign keys that are not the first column of an index. */
const UNINDEXED = {
  sqlite: sql<{ child: string; column: string; parent: string }>`
    select child.name as child, reference."from" as "column", reference."table" as parent
    from sqlite_schema as child, pragma_foreign_key_list(child.name) as reference
    where child.type = 'table' and not exists (
      select 1 from pragma_index_list(child.name) as list, pragma_index_info(list.name) as part
      where part.seqno = 0 and part.name = reference."from"
    )`,
  postgres: sql<{ child: string; column: string; parent: string }>`
    select conrelid::regclass::text as child, attname as "column", confrelid::regclass::text as parent
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indisvalid
    )`,
}

describe('no statement scans the rows of all people (X1)', () => {
  test.each(['developer', 'recruiter'])('to erase a %s', async (role) => {
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    await buildApplication(server, await buildOffer(server, rec), dev)
    await buildProject(server, dev, { githubProjectLink: `https://github.com/ana/${role}` })
    const plans = await plansOf((db) => eraseUser({ ...server, db }, role === 'developer' ? dev.id : rec.id))
    // Otherwise the tests of tasks find a table without a plan, which this creates and drops.
    await eraseDueAccounts(server)
    expect(plans.length).toBeGreaterThan(40)
    expect(walks(plans)).toEqual([])
    if (role === 'developer') expect(deletedFrom).toContain('repository_cache')
  })

  test('to export a person', async () => {
    const { id } = await buildRecruiter(server)
    const plans = await plansOf((db) => readPersonalData(db, id))
    expect(plans.length).toBeGreaterThan(20)
    expect(walks(plans)).toEqual([])
  })

  // Deletes nothing, and counts a year.
  const tasks = Object.entries(TASKS).filter(([name]) => name !== 'count the days')
  test.each(tasks)('to %s', async (name, task) => {
    const plans = await plansOf((db) => task({ ...server, db }))
    // An index would slow down every event there (0054_full_scans.ts).
    const readsInboxes = server.engine === 'postgres' && name === 'prune inboxes'
    expect(walks(plans)).toEqual(readsInboxes ? ['SCAN inboxes'] : [])
  })

  test('and every foreign key to a table with deletions has an index', async () => {
    const { rows } = await UNINDEXED[server.engine].execute(server.db)
    expect(deletedFrom.size).toBeGreaterThan(30)
    expect(rows.filter(({ parent }) => deletedFrom.has(parent))).toEqual([])
  })
})
