import { sql } from 'kysely'
import type { Services } from '../services.ts'

const LOCK = 20_712

/**
 * Leader election: runs `act` unless another process does; returns whether it ran. PostgreSQL releases the lock of a dead process;
 * SQLite has one process.
 */
export async function asLeader(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  act: () => Promise<void>,
): Promise<boolean> {
  if (engine === 'sqlite') {
    await act()
    return true
  }
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_leader: boolean }>`
      select pg_try_advisory_lock(${LOCK}, hashtext(current_schema())) as is_leader`.execute(connection)
    if (!rows[0]?.is_leader) return false
    try {
      await act()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}, hashtext(current_schema()))`.execute(connection)
    }
    return true
  })
}
