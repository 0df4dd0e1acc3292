import type { Selectable, Updateable } from 'kysely'
import { refreshListing } from '../devs/listing.ts'
import { retireFile } from '../files/files.queries.ts'
import type { Tx } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { changeTotal } from '../lib/totals.ts'
import { refreshSearchText } from '../projects/projects.writes.ts'
import { lockUser } from './lock-user.ts'

const PROFILE = [
  'id',
  'role',
  'name',
  'surname',
  'phone',
  'birth_date',
  'avatar',
  'description',
  'location',
  'onboarded_at',
  'professional_position',
  'resume',
  'experience_years',
  'skills',
  'languages',
  'company_name',
  'sector',
  'website',
  'contact_email',
  'contact_phone',
] as const
type ProfileRow = Pick<Selectable<Tables['users']>, (typeof PROFILE)[number]>
export type ProfileColumns = Updateable<Tables['users']>

/** The error text of each field that onboarding requires and the row lacks. */
export type Missing = (row: ProfileRow) => Record<string, string>

/**
 * Changes an own profile and everything derived from it, in a transaction of the caller. With `completes` the account
 * is onboarded, or 400 if fields are missing; onboarding is never undone, and an onboarded profile cannot clear the
 * required fields (decisions 30 and 47).
 */
export async function updateProfile(
  tx: Tx,
  userId: string,
  change: ProfileColumns,
  { missing, completes = false }: { missing?: Missing; completes?: boolean } = {},
): Promise<void> {
  const locked = await lockUser(tx, userId)
  const before = await readProfile(tx, userId)
  if (Object.keys(change).length > 0) {
    await tx.updateTable('users').set(change).where('id', '=', userId).execute()
  }
  const after = await readProfile(tx, userId)
  if (missing) refuseGaps(missing, before, after, completes)
  if (completes && locked.onboarded_at === null) await completeOnboarding(tx, after)
  if (before.resume !== after.resume) await retireFile(tx, before.resume)
  if (after.role === 'developer') {
    if (before.name !== after.name || before.surname !== after.surname) await refreshSearchText(tx, after)
    await refreshListing(tx, userId)
  }
}

const readProfile = (tx: Tx, id: string): Promise<ProfileRow> =>
  tx.selectFrom('users').select(PROFILE).where('id', '=', id).executeTakeFirstOrThrow()

/** Settings may clear these at any time (decision 33). */
const CLEARABLE = ['phone', 'birthDate', 'description']

function refuseGaps(missing: Missing, before: ProfileRow, after: ProfileRow, completes: boolean): void {
  const gaps = Object.entries(missing(after))
  const old = missing(before)
  const refused = completes
    ? gaps
    : after.onboarded_at === null
      ? []
      : gaps.filter(([field]) => !(field in old) && !CLEARABLE.includes(field))
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}

async function completeOnboarding(tx: Tx, { id, role }: ProfileRow): Promise<void> {
  await tx.updateTable('users').set({ onboarded_at: now() }).where('id', '=', id).execute()
  await changeTotal(tx, role === 'developer' ? 'developers' : 'recruiters', 1)
}
