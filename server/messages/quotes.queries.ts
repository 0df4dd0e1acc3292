import { m } from '#contract/texts.ts'
import type { Db } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { preparedForIds } from '../lib/prepared.ts'
import type { MessageRow, Quotes } from './message-rows.ts'

/** The quoted messages. */
export async function loadQuotes(db: Db, rows: readonly Pick<MessageRow, 'quote_id'>[]): Promise<Quotes> {
  const ids = [...new Set(rows.flatMap(({ quote_id }) => quote_id ?? []))]
  return new Map((await listQuoted(db, ids)).map((row) => [row.id, row]))
}

const listQuoted = preparedForIds((db, ids) =>
  db
    .selectFrom('messages')
    .select(['id', 'sender_id', 'text', 'own_text', 'file', 'withheld', 'removed_at', 'moderated_at'])
    .where('id', 'in', ids),
)

/** 400 unless it is a message of this conversation that `userId` sees. */
export async function requireQuotable(db: Db, userId: string, peerId: string, id: string): Promise<void> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('moderated_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('sender_id', '=', userId), eb('receiver_id', '=', peerId)]),
        eb.and([eb('sender_id', '=', peerId), eb('receiver_id', '=', userId), eb('withheld', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  if (!row) throw invalid({ quoteId: m.chat_quote_unknown() })
}
