import type { Status } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'

type About = { status?: Status; applicationId?: string }

/** A person's notifications, oldest first, each with its application. */
export async function applicationNotifications(db: Db, { id }: { id: string }) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'data'])
    .where('receiver_id', '=', id)
    .orderBy('inbox_seq')
    .execute()
  return rows.map(({ kind, data }) => ({ kind, ...(JSON.parse(data ?? '{}') as About) }))
}

/** The same as one word each: the status of an application, or the kind. */
export const notifiedOf = async (db: Db, person: { id: string }) =>
  (await applicationNotifications(db, person)).map(({ status, kind }) => status ?? kind)
