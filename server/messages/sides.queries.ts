import type { Tx } from '../lib/db.ts'
import { preparedForRows } from '../lib/prepared.ts'

/** The state of a conversation for one of its two people. */
export type Side = {
  requestedAt: string | null
  declinedAt: string | null
  mutedAt: string | null
}

export type Pair = { user_id: string; peer_id: string }

export const pairKey = ({ user_id, peer_id }: Pair) => user_id + peer_id

/** The existing sides of these pairs. */
export async function loadSides(tx: Tx, pairs: readonly Pair[]): Promise<Map<string, Side>> {
  const rows = await selectSides(tx, pairs)
  return new Map(
    rows.map((row) => [
      pairKey(row),
      { requestedAt: row.requested_at, declinedAt: row.declined_at, mutedAt: row.muted_at },
    ]),
  )
}

const selectSides = preparedForRows((db, pairs: Pair[]) =>
  db
    .selectFrom('conversation_sides')
    .select(['user_id', 'peer_id', 'requested_at', 'declined_at', 'muted_at'])
    .where((eb) =>
      eb.or(
        pairs.map(({ user_id, peer_id }) =>
          eb.and([eb('user_id', '=', user_id), eb('peer_id', '=', peer_id)]),
        ),
      ),
    ),
)
