import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { normalise } from '../lib/search-text.ts'
import { nextTurn } from '../lib/turns.ts'
import type { Migration } from './types.ts'

/** Messages that are edited, removed, hidden by moderators, quoted and searched (TALK-06). */
export const messageChanges: Migration = ({ id, time }) => [
  `alter table messages add column edited_at ${time}`,
  `alter table messages add column removed_at ${time}`,
  `alter table messages add column moderated_at ${time}`,
  // The text for the sender only: edited after the receiver's block.
  'alter table messages add column own_text text',
  `alter table messages add column quote_id ${id}`,
  'alter table messages add column search_text text',
  'create index messages_unsearched on messages (id) where search_text is null',
]

const BATCH = 200

/** Fills in messages of older releases; returns how many. */
export async function fillSearchTexts(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, text from messages where search_text is null order by id limit ${sql.lit(BATCH)}`.execute(db)
  for (const { id, text } of rows) {
    // The statements of SQLite are synchronous.
    await nextTurn()
    await sql`update messages set search_text = ${normalise(text)}
      where id = ${id} and search_text is null and text = ${text}`.execute(db)
  }
  return rows.length
}
