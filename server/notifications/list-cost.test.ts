import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../lib/ids.ts'
import { openTestDatabase } from '../test/database.ts'
import { explain, queriesOf } from '../test/explain.ts'
import { rowsRead } from '../test/rows-read.ts'
import { listNotifications } from './notifications.queries.ts'

const { db, engine } = await openTestDatabase()
const PER_PAGE = 40
const [busy, calm] = [newId(), newId()]
const senders = Array.from({ length: 50 }, () => newId())
const others = Array.from({ length: 500 }, () => newId())

/** 10,000 for one person and 20 for another, the older half of each read. */
beforeAll(async () => {
  const created_at = new Date().toISOString()
  const users = [busy, calm, ...senders, ...others].map((id, index) => ({
    ...{ id, role: 'developer' as const, email: `${index}@example.com`, password_hash: '' },
    ...{ name: `Name ${index}`, surname: '', created_at, onboarded_at: created_at },
  }))
  const rowsOf = (receiverId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ id: newId(), type: 2, kind: 'like', data: '{"title":"Map"}', receiver_id: receiverId },
      sender_id: senders[index % senders.length] ?? '',
      created_at: new Date(Date.now() - index * 60_000).toISOString(),
      cleared_at: index < count / 2 ? null : created_at,
    }))
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values(users).execute()
    for (const [receiverId, count] of [
      [busy, 10_000],
      [calm, 20],
    ] as const) {
      const rows = rowsOf(receiverId, count)
      for (let first = 0; first < rows.length; first += 1000) {
        await tx
          .insertInto('notifications')
          .values(rows.slice(first, first + 1000))
          .execute()
      }
    }
  })
  await db.executeQuery(CompiledQuery.raw('analyze'))
}, 60_000)

const page = (userId: string, unread: boolean) => (given: typeof db) =>
  listNotifications(given, userId, { page: 1, limit: PER_PAGE, unread })

describe.each([
  { which: 'all', unread: false },
  { which: 'unread', unread: true },
])('a page of $which notifications of 10,000', ({ unread }) => {
  test('is full, counts 100 rows beyond itself, and takes as many queries as one of 20', {
    tags: 'NTFY-02',
  }, async () => {
    const { items, total } = await page(busy, unread)(db)
    expect({ shown: items.length, total }).toEqual({ shown: PER_PAGE, total: PER_PAGE + 100 })
    const few = await page(calm, unread)(db)
    expect(few.total).toBe(unread ? 10 : 20)
    expect(await queriesOf(db, page(busy, unread))).toHaveLength(
      (await queriesOf(db, page(calm, unread))).length,
    )
  })

  test.runIf(engine === 'sqlite')('walks an index in its order', { tags: 'NTFY-02' }, async () => {
    const plans = await explain(db, page(busy, unread))
    expect(plans.flatMap((plan) => plan.faults)).toEqual([])
    const steps = plans.flatMap((plan) => plan.steps).filter((step) => step.includes(' notifications '))
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) {
      expect(step).toContain(unread ? 'INDEX notifications_open' : 'INDEX notifications_receiver ')
    }
  })

  test.runIf(engine === 'postgres')(
    'reads no more rows than it shows and counts',
    {
      tags: 'NTFY-02',
    },
    async () => {
      const read = await rowsRead(db, page(busy, unread), 'notifications')
      // The page and its count, each row with its sender.
      expect(read).toBeLessThan(4 * (PER_PAGE + 100))
    },
  )
})
