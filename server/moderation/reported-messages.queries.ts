import type { Report } from '#contract/moderation.ts'
import type { Db } from '../lib/db.ts'
import { fileOf } from '../messages/message-rows.ts'

/** Context messages on each side of a reported one that a moderator may read (MOD-05). */
const CONTEXT = 5

/** The reported message as it was at that time, with its context, oldest first. */
export async function listReportedMessages(
  db: Db,
  { thing: { _id: messageId }, snapshot }: Report,
): Promise<Report['messages']> {
  const reported = await db
    .selectFrom('messages')
    .select(['conversation_id', 'seq'])
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!reported) return []
  const rows = await db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.sender_id')
    .select([
      'messages.id',
      'messages.sender_id',
      'users.name',
      'users.surname',
      'messages.text',
      'messages.image',
      'messages.file',
      'messages.created_at',
    ])
    .where('messages.conversation_id', '=', reported.conversation_id)
    .where('messages.seq', '>=', reported.seq - CONTEXT)
    .where('messages.seq', '<=', reported.seq + CONTEXT)
    .orderBy('messages.seq')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    senderId: row.sender_id,
    name: `${row.name} ${row.surname}`.trim(),
    text: row.text,
    hasImage: row.image !== '',
    file: fileOf(row)?.name ?? '',
    createdAt: row.created_at,
    isReported: row.id === messageId,
    // Its sender may have edited or removed it since.
    ...(row.id === messageId && {
      text: snapshot.text ?? '',
      hasImage: snapshot.image !== undefined,
      file: snapshot.file ?? fileOf(row)?.name ?? '',
    }),
  }))
}
