import { sql } from 'kysely'
import { repositoryPath } from '../github/api-paths.ts'
import { BATCH_SIZE, repeatUntilDone } from '../lib/batches.ts'
import type { Database, Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import { emptyEntries, emptyReports } from '../moderation/erasure.queries.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countRemoved } from '../quota/usage.queries.ts'

/** Runs one step of the erasure in a separate transaction; throws if the account was reactivated. */
type Run = <Result>(act: (tx: Tx, email: string) => Promise<Result>) => Promise<Result>

export async function lockDeactivated(tx: Tx, userId: string): Promise<{ email: string }> {
  // The write locks the row: a concurrent reactivation either precedes and stops this, or finds an erased account.
  const account = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .where('deactivated_at', 'is not', null)
    .returning('email')
    .executeTakeFirst()
  if (!account) throw new Error('An account that is active is not emptied.')
  return account
}

/**
 * Empties the large parts, one per transaction (X1); idempotent. Projects, offers and applications stay as
 * empty rows, because likes and applications of others refer to them. Throws if the account was reactivated.
 */
export async function emptyWork(database: Pick<Database, 'db' | 'engine'>, userId: string): Promise<void> {
  const { db } = database
  const run: Run = (act) =>
    db.transaction().execute(async (tx) => act(tx, (await lockDeactivated(tx, userId)).email))
  await deleteRepositoryCache(database, userId, run)
  await inParts(await listKeys(db, 'projects', userId), PART, (ids) => run((tx) => emptyProjects(tx, ids)))
  await inParts(await listKeys(db, 'offers', userId), PART, (ids) => run((tx) => emptyOffers(tx, ids)))
  await inParts(await listKeys(db, 'applications', userId), BATCH_SIZE, (offerIds) =>
    run((tx) => emptyApplications(tx, userId, offerIds)),
  )
  await inParts(await listKeys(db, 'former_applications', userId), BATCH_SIZE, (ids) =>
    run((tx) => emptyFormerApplications(tx, ids)),
  )
  await inParts(await listKeys(db, 'report_entries', userId), BATCH_SIZE, (ids) =>
    run((tx) => emptyEntries(tx, ids)),
  )
  await inParts(await listKeys(db, 'reports', userId), PART, (ids) => run((tx) => emptyReports(tx, ids)))
  await deleteMessages(db, userId, run)
  for (const rows of OWN_ROWS)
    await repeatUntilDone(() =>
      run(async (tx) => (await deleteRows(tx, rows, userId, BATCH_SIZE)) < BATCH_SIZE),
    )
  await repeatUntilDone(() => run((tx, email) => deleteSupportTickets(tx, userId, email)))
}

/** Rows per batch (X1), where they are long and searched. */
const PART = 2

/** Tables with many rows per person, with the columns of the person and of the identity of a row. */
const OWN_ROWS = [
  ['notifications', 'receiver_id', 'id'],
  ['notifications', 'sender_id', 'id'],
  ['deliveries', 'user_id', 'id'],
  ['deliveries', 'sender_id', 'id'],
  ['inbox_events', 'user_id', 'seq'],
  ['idempotency_keys', 'user_id', 'key'],
  ['sessions', 'user_id', 'id'],
  ['conversation_sides', 'user_id', 'peer_id'],
  ['blocks', 'user_id', 'peer_id'],
  ['blocks', 'peer_id', 'user_id'],
  ['project_places', 'owner_id', 'project_id'],
  ['experiences', 'owner_id', 'id'],
  ['studies', 'owner_id', 'id'],
] as const

/** Deletes rows stored after `emptyWork`, by requests under way. */
export async function deleteLateRows(tx: Tx, userId: string): Promise<void> {
  for (const rows of OWN_ROWS) await deleteRows(tx, rows, userId, BATCH_SIZE)
}

async function deleteRows(
  tx: Tx,
  [table, column, key]: (typeof OWN_ROWS)[number],
  userId: string,
  count: number,
): Promise<number> {
  const [from, person, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  const { numAffectedRows } = await sql`
    delete from ${from} where ${person} = ${userId}
      and ${id} in (select ${id} from ${from} where ${person} = ${userId} limit ${count})`.execute(tx)
  return Number(numAffectedRows)
}

const emptyProjects = (tx: Tx, ids: string[]) =>
  tx
    .updateTable('projects')
    .set({
      title: '',
      professional_role: '',
      duration: '',
      description: '',
      live_link: '',
      github_link: '',
      repository: null,
      skills: '[]',
      code_sections: '[]',
      code_languages: '[]',
      gallery: '[]',
      gallery_size: 0,
      search_text: null,
      deleted_at: now(),
    })
    .where('id', 'in', ids)
    .execute()

/** Position and role stay for the applicants. */
const emptyOffers = (tx: Tx, ids: string[]) =>
  tx
    .updateTable('offers')
    .set({ company: '', location: '', description: '', search_text: null, deleted_at: now() })
    .where('id', 'in', ids)
    .execute()

/** Applications belong to the offer too, so their rows stay, without the person. */
const emptyApplications = (tx: Tx, userId: string, offerIds: string[]) =>
  tx
    .updateTable('applications')
    .set({ phone: '', cover_letter: '', withdraw_reason: '' })
    .where('user_id', '=', userId)
    .where('offer_id', 'in', offerIds)
    .execute()

const emptyFormerApplications = (tx: Tx, ids: string[]) =>
  tx.updateTable('former_applications').set({ withdraw_reason: '' }).where('id', 'in', ids).execute()

const OF_PERSON = {
  projects: ['id', 'owner_id'],
  offers: ['id', 'owner_id'],
  // By their offers, which an index holds: reading ten thousand rows took 42 ms (X1).
  applications: ['offer_id', 'user_id'],
  former_applications: ['id', 'user_id'],
  report_entries: ['id', 'reporter_id'],
  reports: ['id', 'author_id'],
} as const

/** Keys of this person's rows. */
async function listKeys(db: Db, table: keyof typeof OF_PERSON, userId: string): Promise<string[]> {
  const [key, person] = OF_PERSON[table]
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.ref(person)} = ${userId}`.execute(db)
  return rows.map((row) => row.key)
}

/** Deletes cached responses of repositories that only this person linked. */
async function deleteRepositoryCache(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  userId: string,
  run: Run,
): Promise<void> {
  const rows = await db
    .selectFrom('projects as own')
    .select('own.repository')
    .distinct()
    .where('own.owner_id', '=', userId)
    .where('own.repository', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('projects as other')
            .select('other.id')
            .whereRef('other.repository', '=', 'own.repository')
            .where('other.owner_id', '<>', userId),
        ),
      ),
    )
    .execute()
  const column = engine === 'postgres' ? sql<string>`path collate "C"` : sql<string>`path`
  await inParts(rows, 1, async ([row]) => {
    const path = repositoryPath(row?.repository ?? '')
    await run((tx) =>
      tx
        .deleteFrom('repository_cache')
        .where(({ eb, and, or }) =>
          // All keys with the prefix of the path and `/`, whose next character is `0`.
          or([eb(column, '=', path), and([eb(column, '>=', `${path}/`), eb(column, '<', `${path}0`)])]),
        )
        .execute(),
    )
  })
}

/** Deletes own messages, not those of others, whose last one becomes the last of the conversation. */
async function deleteMessages(db: Db, userId: string, run: Run): Promise<void> {
  const sides = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('conversations', 'conversations.id', 'side.conversation_id')
    .select(['side.conversation_id', 'side.peer_id', 'conversations.last_seq'])
    .where('side.user_id', '=', userId)
    .orderBy('side.peer_id')
    .execute()
  const own = (tx: Tx) => tx.deleteFrom('messages').where('sender_id', '=', userId)
  const [long, short] = [true, false].map((isLong) =>
    sides.filter(({ last_seq }) => last_seq > SHORT_CONVERSATION === isLong),
  )
  for (const { conversation_id, last_seq } of long ?? []) {
    for (let after = 0; after < last_seq; after += BATCH_SIZE) {
      await run((tx) =>
        own(tx)
          .where('conversation_id', '=', conversation_id)
          .where('seq', '>', after)
          .where('seq', '<=', after + BATCH_SIZE)
          .execute(),
      )
      await nextTurn()
    }
  }
  await inParts(short ?? [], BATCH_SIZE / SHORT_CONVERSATION, (part) => {
    const ids = part.map(({ conversation_id }) => conversation_id)
    return run((tx) => own(tx).where('conversation_id', 'in', ids).execute())
  })
  await inParts(sides, BATCH_SIZE, (part) => {
    const peers = part.map(({ peer_id }) => peer_id)
    return run((tx) =>
      tx
        .updateTable('conversation_sides')
        .set((side) => ({
          unread_count: 0,
          warned_at: null,
          // The chat list finds a conversation by it (FLOW-08).
          last_message_id: side.fn.coalesce(
            side
              .selectFrom('messages')
              .select('messages.id')
              .whereRef('messages.conversation_id', '=', 'conversation_sides.conversation_id')
              .orderBy('messages.seq', 'desc')
              .limit(1),
            side.ref('conversation_sides.last_message_id'),
          ),
        }))
        .where('user_id', 'in', peers)
        .where('peer_id', '=', userId)
        .execute(),
    )
  })
}

/** Up to this number of messages, conversations are deleted in groups. */
const SHORT_CONVERSATION = 5

/** One batch of the tickets of this person and of this address; true if it was the last. */
async function deleteSupportTickets(tx: Tx, userId: string, email: string): Promise<boolean> {
  const some = tx
    .selectFrom('tickets')
    .select('id')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .limit(BATCH_SIZE)
  const tickets = await tx
    .deleteFrom('tickets')
    .where('id', 'in', some)
    .returning(['user_id', 'name', 'email', 'category', 'subject', 'message'])
    .execute()
  // Visitors may have used this address.
  for (const { user_id, ...ticket } of tickets) {
    if (user_id !== null && user_id !== userId) await countRemoved(tx, user_id, 'ticket', rowBytes(ticket))
  }
  return tickets.length < BATCH_SIZE
}
