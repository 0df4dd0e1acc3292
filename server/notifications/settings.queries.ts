import {
  allChannels,
  ChosenChannels,
  type NotificationSettings,
  QuietHours,
} from '#contract/notification-settings.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { parseJson } from '../lib/mapping.ts'
import { preparedForIds } from '../lib/prepared.ts'

/** A person's choices, whether a browser is subscribed to push, and whether the address is confirmed. */
export type DeliveryPreferences = { chosen: ChosenChannels; hasPush: boolean; isConfirmed: boolean }

/** The settings of active people, by id. */
export async function listPreferences(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, DeliveryPreferences>> {
  const rows = await listRows(db, [...new Set(ids)])
  return new Map(
    rows.map(({ id, kinds, endpoint, unconfirmed_at }) => [
      id,
      { chosen: readChosen(kinds), hasPush: endpoint !== null, isConfirmed: unconfirmed_at === null },
    ]),
  )
}

const listRows = preparedForIds((db, ids) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(({ selectFrom }) => [
      'users.id',
      'users.unconfirmed_at',
      'settings.kinds',
      selectFrom('push_subscriptions as push')
        .whereRef('push.user_id', '=', 'users.id')
        .select((eb) => eb.fn.max('push.endpoint').as('endpoint'))
        .as('endpoint'),
    ])
    .where('users.id', 'in', ids)
    .where('users.deactivated_at', 'is', null),
)

export async function findSettings(db: Db, userId: string) {
  const row = await db
    .selectFrom('notification_settings')
    .select(['kinds', 'quiet'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const quiet = row?.quiet ? parseJson(QuietHours, row.quiet) : null
  return { chosen: readChosen(row?.kinds), quiet }
}

export async function readSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const { chosen, quiet } = await findSettings(db, userId)
  return { kinds: allChannels(chosen), quiet }
}

type Change = { kinds?: ChosenChannels | undefined; quiet?: QuietHours | null | undefined }

/** Merges the given keys with the stored ones. */
export async function updateSettings(tx: Tx, userId: string, { kinds = {}, quiet }: Change): Promise<void> {
  // A write first, which locks the row: a concurrent change of another key is not lost.
  const { kinds: stored } = await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, updated_at: now() })
    .onConflict((known) => known.column('user_id').doUpdateSet({ updated_at: now() }))
    .returning('kinds')
    .executeTakeFirstOrThrow()
  const chosen: ChosenChannels = { ...readChosen(stored) }
  for (const [type, channels] of Object.entries(kinds)) chosen[type] = { ...chosen[type], ...channels }
  await tx
    .updateTable('notification_settings')
    .set({
      kinds: JSON.stringify(chosen),
      ...(quiet !== undefined && { quiet: quiet && JSON.stringify(quiet) }),
    })
    .where('user_id', '=', userId)
    .execute()
}

const readChosen = (kinds: string | null | undefined): ChosenChannels =>
  kinds ? parseJson(ChosenChannels, kinds) : {}
