import type { Db } from '../lib/db.ts'
import { preparedForIds } from '../lib/prepared.ts'
import { type ChatSocket, cut } from './sockets.ts'

const SIGN_INS_PER_QUERY = 500

/**
 * Cuts the sockets whose sign-in has ended, whose token is of an older version or has expired, or whose account
 * was deactivated (S3). Asks the database, so it holds when nobody told this node.
 */
export async function cutRevoked(db: Db, sockets: readonly ChatSocket[]): Promise<void> {
  for (let start = 0; start < sockets.length; start += SIGN_INS_PER_QUERY) {
    const some = sockets.slice(start, start + SIGN_INS_PER_QUERY)
    const rows = await listStanding(
      db,
      some.map((socket) => socket.data.sessionId),
    )
    const versions = new Map(rows.map((row) => [row.id, row.token_version]))
    for (const socket of some) {
      const { sessionId, tokenVersion, expiresAt } = socket.data
      if (versions.get(sessionId) !== tokenVersion || expiresAt <= Date.now()) cut(socket)
    }
  }
}

/** Those of these sign-ins that have not ended, with the version that their tokens must have. */
const listStanding = preparedForIds((db, sessionIds) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.token_version'])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.ended_at', 'is', null)
    .where('users.deactivated_at', 'is', null),
)
