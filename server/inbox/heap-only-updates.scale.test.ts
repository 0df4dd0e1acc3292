import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { insertInboxEvents } from './inbox.queries.ts'

const server = await startServer()

test('on PostgreSQL a new event rewrites no index of its inbox', async () => {
  const ana = await buildDeveloper(server)
  await server.db.transaction().execute(async (tx) => {
    // With those of earlier transactions that are not in the statistics yet.
    const countHeapOnly = async () => {
      const { rows } = await sql<{ count: number }>`
        select pg_stat_get_xact_tuples_hot_updated('inboxes'::regclass) as count`.execute(tx)
      return Number(rows[0]?.count)
    }
    const before = await countHeapOnly()
    const event = { userId: ana.id, kind: 'cleared', data: { upTo: 0, unread: 0 } } as const
    for (let count = 0; count < 20; count += 1) await insertInboxEvents(tx, [event])
    // The first one inserts its row.
    expect((await countHeapOnly()) - before).toBe(19)
  })
})
