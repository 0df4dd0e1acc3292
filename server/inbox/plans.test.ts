import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { listChatUsers } from '../messages/chat-users.queries.ts'
import {
  findSentMessage,
  listConversation,
  listPartnerIds,
  listUnreadMessages,
  requirePartner,
} from '../messages/messages.queries.ts'
import { markConversationRead } from '../messages/reading.queries.ts'
import { insertMessages } from '../messages/sending.queries.ts'
import { clearBell, countBell, listBell } from '../notifications/notifications.queries.ts'
import { notify } from '../notifications/notify.ts'
import { setLike } from '../projects/likes.queries.ts'
import { insertProject } from '../projects/projects.writes.ts'
import { openTestDatabase } from '../test/database.ts'
import { explain } from '../test/explain.ts'
import { listEventsWithin, readInboxAfter } from './inbox-events.queries.ts'
import { pruneInboxes } from './retention.ts'
import { listStoredNotifications, readInboxSnapshot } from './snapshot.queries.ts'

const { db, engine } = await openTestDatabase()
const people = Array.from({ length: 60 }, () => newId())
const [ana = '', ben = '', cleo = ''] = people
let projectId = ''

/** Five messages from everybody to everybody else. */
beforeAll(async () => {
  await db.transaction().execute(async (tx) => {
    const created_at = new Date().toISOString()
    const rows = people.map((id, index) => ({
      id,
      role: 'developer' as const,
      email: `${index}@example.com`,
      password_hash: '',
      name: `Name ${index}`,
      surname: '',
      created_at,
      onboarded_at: created_at,
    }))
    await tx.insertInto('users').values(rows).execute()
    for (const senderId of people) {
      const drafts = people
        .filter((id) => id !== senderId)
        .flatMap((receiverId) =>
          Array.from({ length: 5 }, (_, text) => ({
            ...{ senderId, receiverId, text: `${text}`, image: '' },
            ...{ clientId: newId(), contentHash: '' },
          })),
        )
      await insertMessages(tx, drafts)
    }
    projectId = await insertProject(tx, ana, { title: 'Map', category: 'Backend', year: 2024 })
    for (const userId of people.slice(1)) {
      await setLike(tx, { projectId, userId, ownerId: ana }, true)
      await notify(tx, likeOf(userId))
    }
  })
})

const likeOf = (senderId: string) =>
  ({ kind: 'like', senderId, receiverIds: [ana], projectId, data: { title: 'Map' } }) as const

type Work = (db: Kysely<Tables>) => Promise<unknown>

const inTransaction =
  (work: (tx: Tx) => Promise<unknown>): Work =>
  (db) =>
    db.transaction().execute(work)

const reads: Record<string, Work> = {
  'a conversation': (db) => listConversation(db, ana, ben, { before: '', limit: 50 }),
  'an older part of a conversation': (db) => listConversation(db, ana, ben, { before: newId(), limit: 50 }),
  'a partner': (db) => requirePartner(db, ana, ben),
  'an earlier attempt': (db) => findSentMessage(db, ana, newId()),
  partners: (db) => listPartnerIds(db, ana),
  conversations: (db) => listChatUsers(db, ana, []),
  'the snapshot of an inbox': inTransaction((tx) => readInboxSnapshot(tx, ana)),
  'the bell': async (db) => [await countBell(db, ana), await listBell(db, { userId: ana, limit: 100 })],
  'the events after a number': (db) => readInboxAfter(db, ana, 400),
  'marking as read': inTransaction((tx) => markConversationRead(tx, ana, cleo, 3)),
  'clearing the bell': (db) => clearBell(db, ana, 5),
  'a repeated like': inTransaction((tx) => notify(tx, likeOf(ben))),
}

/** These sort a bounded number of rows. */
const sorted: Record<string, Work> = {
  'unread messages, of the last 200 of each conversation': (db) => listUnreadMessages(db, ana, 100),
  'stored notifications': inTransaction((tx) => listStoredNotifications(tx, ana)),
  'new events of several people': (db) =>
    listEventsWithin(db, [
      { userId: ana, after: 700, upTo: 710 },
      { userId: ben, after: 700, upTo: 900 },
    ]),
  'people online, by name': (db) => listChatUsers(db, newId(), people),
}

describe.runIf(engine === 'sqlite')('chat reads by index (G9)', () => {
  test.each(Object.entries(reads))('%s', async (_, work) => {
    const plans = await explain(db, work)
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter((plan) => plan.faults.length > 0)).toEqual([])
  })

  test.each(Object.entries(sorted))('%s', async (_, work) => {
    const plans = await explain(db, work)
    const faults = plans.flatMap((plan) => plan.faults)
    expect(faults.filter((fault) => fault !== 'USE TEMP B-TREE FOR ORDER BY')).toEqual([])
  })

  test('pruning scans no table', async () => {
    const plans = await explain(db, (db) => pruneInboxes(db))
    const faults = plans.flatMap((plan) => plan.faults)
    expect(faults.filter((fault) => !fault.startsWith('USE TEMP B-TREE'))).toEqual([])
  })
})
