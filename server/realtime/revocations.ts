import type { Db } from '../lib/db.ts'
import { preparedForIds } from '../lib/prepared.ts'
import { type ChatSocket, disconnect } from './sockets.ts'

const SESSIONS_PER_QUERY = 500

/**
 * Closes the sockets of ended sessions, revoked or expired tokens and deactivated accounts (S3). It reads the
 * database, so that it does not depend on a message of the bus.
 */
export async function disconnectRevoked(db: Db, sockets: readonly ChatSocket[]): Promise<void> {
  for (let start = 0; start < sockets.length; start += SESSIONS_PER_QUERY) {
    const batch = sockets.slice(start, start + SESSIONS_PER_QUERY)
    const rows = await listValidSessions(
      db,
      batch.map((socket) => socket.data.sessionId),
    )
    const versions = new Map(rows.map((row) => [row.id, row.token_version]))
    for (const socket of batch) {
      const { sessionId, tokenVersion, expiresAt } = socket.data
      if (versions.get(sessionId) !== tokenVersion || expiresAt <= Date.now()) disconnect(socket)
    }
  }
}

/** The valid ones of these sessions, with the current version of their tokens. */
const listValidSessions = preparedForIds((db, sessionIds) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.token_version'])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.ended_at', 'is', null)
    .where('users.deactivated_at', 'is', null),
)
