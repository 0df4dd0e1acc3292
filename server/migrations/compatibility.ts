import type { Database } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'
import { release as newest } from './migrations.ts'
import type { Release } from './types.ts'

/** A newer release has added migrations; this one still runs unless they remove what it needs. */
export function isCompatible(
  applied: readonly string[],
  minimum: string | undefined,
  { migrations }: Release = newest,
): boolean {
  const own = Object.keys(migrations)
  const isNewer = applied.some((name) => !own.includes(name))
  if (!isNewer) return true
  const hasAll = own.every((name) => applied.includes(name))
  return hasAll && minimum !== undefined && minimum <= (own.at(-1) ?? '')
}

/** Throws unless this program can run on the database, as it is or migrated. */
export async function refuseIncompatible(
  db: Database['db'],
  applied: readonly string[],
  release: Release,
): Promise<void> {
  const unknown = applied.filter((name) => !(name in release.migrations))
  if (unknown.length === 0 || isCompatible(applied, await minimumOf(db), release)) return
  throw new StartError(
    `The database is newer than this program (it knows ${unknown.join(', ')}). Update Puente, then start again.`,
  )
}

/** Undefined where no release has stored it. */
const minimumOf = (db: Database['db']): Promise<string | undefined> =>
  db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', 'minimum migration')
    .executeTakeFirst()
    .then(
      (row) => row?.value,
      () => undefined,
    )
