import { hash, randomBytes } from 'node:crypto'
import { deleteOlder } from '../lib/batches.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'

const LIFETIME_MS = 5 * 60_000
const MAX_TRIES = 5
/** The cap of one account, also with a stolen password. */
const MAX_TICKETS = 20

type Purpose = Tables['sign_in_tickets']['purpose']
type New = {
  purpose: Purpose
  account?: { id: string; token_version: number } | undefined
  /** Of WebAuthn. */
  challenge?: string | undefined
}

/** 256 random bits for one step of a sign-in, stored as a hash only. */
export async function insertSignInTicket(db: Db, { purpose, account, challenge }: New): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  if (account) await makeRoom(db, account.id, purpose)
  await db
    .insertInto('sign_in_tickets')
    .values({
      ticket_hash: hash('sha256', ticket),
      user_id: account?.id ?? null,
      token_version: account?.token_version ?? null,
      purpose,
      challenge: challenge ?? null,
      expires_at: new Date(Date.now() + LIFETIME_MS).toISOString(),
    })
    .execute()
  return ticket
}

/** Only the newest challenge of a new passkey is valid. */
async function makeRoom(db: Db, userId: string, purpose: Purpose): Promise<void> {
  const surplus = await db
    .selectFrom('sign_in_tickets')
    .select('ticket_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('expires_at', 'desc')
    .limit(MAX_TICKETS)
    .offset(purpose === 'new passkey' ? 0 : MAX_TICKETS - 1)
    .execute()
  if (surplus.length === 0) return
  const hashes = surplus.map((row) => row.ticket_hash)
  await db.deleteFrom('sign_in_tickets').where('ticket_hash', 'in', hashes).execute()
}

/** Counts an attempt with a valid ticket; undefined for an expired one, or after too many attempts. */
export const countSignInTicketAttempt = (db: Db, purpose: Purpose, ticket: string) =>
  db
    .updateTable('sign_in_tickets')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('ticket_hash', '=', hash('sha256', ticket))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now())
    .where('tries', '<', MAX_TRIES)
    .returning(['ticket_hash', 'user_id', 'token_version', 'challenge'])
    .executeTakeFirst()

/** Whether it still existed: of concurrent calls one succeeds. */
export async function takeSignInTicket(db: Db, ticketHash: string): Promise<boolean> {
  const used = await db
    .deleteFrom('sign_in_tickets')
    .where('ticket_hash', '=', ticketHash)
    .returning('ticket_hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Consumes the challenge of the caller's new passkey. */
export async function takeChallenge(db: Db, userId: string): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('sign_in_tickets')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'new passkey')
    .where('expires_at', '>', now())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge ?? undefined
}

export const deleteOldSignInTickets = (db: Db): Promise<void> =>
  deleteOlder(db, 'sign_in_tickets', 'expires_at', now())
