import type { Page } from '#contract/endpoint.ts'
import type { SupportTicket, SupportTicketState } from '#contract/moderation.ts'
import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { countRows, inOrder, rangeOf } from '../lib/paging.ts'

/** Newest first, with all answers. */
export async function listSupportTickets(
  db: Db,
  { state, ...range }: { state?: SupportTicketState | undefined; page: number; limit: number },
): Promise<Page<SupportTicket>> {
  const matches = db
    .selectFrom('tickets')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
  const total = await countRows(matches)
  const { limit, offset } = rangeOf(range)
  const page = await matches
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = page.map(({ id }) => id)
  return { total, items: await readSupportTickets(db, ids) }
}

export async function requireSupportTicket(db: Db, id: string): Promise<SupportTicket> {
  const [ticket] = await readSupportTickets(db, [id])
  if (!ticket) throw notFound()
  return ticket
}

/** Stores an answer and sets its ticket to wait for the sender; returns its id. */
export async function insertAnswer(
  tx: Tx,
  { ticketId, moderatorId, text }: { ticketId: string; moderatorId: string; text: string },
): Promise<string> {
  await setSupportTicketState(tx, ticketId, 'waiting')
  const id = newId()
  await tx
    .insertInto('ticket_answers')
    .values({ id, ticket_id: ticketId, moderator_id: moderatorId, text, created_at: now() })
    .execute()
  return id
}

export async function setSupportTicketState(tx: Tx, id: string, state: SupportTicketState): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ state })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound()
}

async function readSupportTickets(db: Db, ids: readonly string[]): Promise<SupportTicket[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'name', 'email', 'category', 'subject', 'message', 'state', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  const answers = await db
    .selectFrom('ticket_answers as answer')
    .innerJoin('users', 'users.id', 'answer.moderator_id')
    .select(['answer.ticket_id', 'answer.text', 'answer.created_at', 'users.name', 'users.surname'])
    .where('answer.ticket_id', 'in', ids)
    .orderBy('answer.id')
    .execute()
  const answersOf = Map.groupBy(answers, (answer) => answer.ticket_id)
  return inOrder(ids, rows).map(({ id, created_at, ...ticket }) => ({
    _id: id,
    ...ticket,
    createdAt: created_at,
    answers: (answersOf.get(id) ?? []).map((answer) => ({
      text: answer.text,
      moderator: `${answer.name} ${answer.surname}`.trim(),
      createdAt: answer.created_at,
    })),
  }))
}
