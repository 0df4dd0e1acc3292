import type { Selectable, Updateable } from 'kysely'
import {
  missingFields,
  ONBOARDING_TEXTS,
  type OnboardingErrors,
  PERSON_FIELDS,
} from '#contract/onboarding.ts'
import type { Role } from '#contract/users.ts'
import { refreshListing } from '../devs/listing.ts'
import { retireFile } from '../files/files.queries.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import type { Tx } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { changeTotal } from '../lib/totals.ts'
import { renameOwner } from '../projects/search-texts.ts'
import { dropOutdatedProof } from '../recruiters/verified.ts'
import type { Services } from '../services.ts'
import { lockUser } from './lock-user.ts'
import { developerMapping, personMapping, recruiterMapping } from './users.mapping.ts'

const PROFILE = [
  'id',
  'role',
  'onboarded_at',
  ...personMapping.columns,
  ...developerMapping.columns,
  ...recruiterMapping.columns,
] as const
type ProfileRow = Pick<Selectable<Tables['users']>, (typeof PROFILE)[number]>
export type ProfileColumns = Updateable<Tables['users']>

/**
 * Changes an own profile and everything derived from it, in a transaction of the caller. With `completes` the account
 * is onboarded, or 400 if fields are missing; onboarding is never undone, and an onboarded profile cannot clear the
 * required fields (decisions 30 and 47) unless `mayClear`.
 */
export async function updateProfile(
  tx: Tx,
  userId: string,
  change: ProfileColumns,
  { completes = false, mayClear = false }: { completes?: boolean; mayClear?: boolean },
): Promise<void> {
  const locked = await lockUser(tx, userId)
  const before = await readProfile(tx, userId)
  if (Object.keys(change).length > 0) {
    await tx.updateTable('users').set(change).where('id', '=', userId).execute()
  }
  const after = await readProfile(tx, userId)
  if (!mayClear) refuseGaps(before, after, completes)
  if (completes && locked.onboarded_at === null) await completeOnboarding(tx, after)
  if (after.role === 'recruiter') await dropOutdatedProof(tx, userId, before, after)
  if (before.resume !== after.resume) await retireFile(tx, before.resume)
  if (after.role === 'developer') {
    if (before.name !== after.name || before.surname !== after.surname) await renameOwner(tx, userId)
    await refreshListing(tx, userId)
  }
}

/** The avatar of a profile form, as stored: an own upload, or the current value (F3). */
export const requireAvatar = (services: Services, userId: string, url: string, current: string) =>
  requireUnchangedOrOwnFile(services, userId, { url, current: [current], kind: 'image', field: 'avatar' })

const readProfile = (tx: Tx, id: string): Promise<ProfileRow> =>
  tx.selectFrom('users').select(PROFILE).where('id', '=', id).executeTakeFirstOrThrow()

/** May be cleared at any time, in the settings (decision 33) or with the picture (decision 69). */
const CLEARABLE = ['phone', 'birthDate', 'description', 'avatar']

function refuseGaps(before: ProfileRow, after: ProfileRow, completes: boolean): void {
  if (!completes && after.onboarded_at === null) return
  const gaps = missingOf(after)
  const old = missingOf(before)
  const refused = Object.entries(gaps).filter(
    ([field]) => completes || !(field in old || CLEARABLE.includes(field)),
  )
  if (refused.length === 0) return
  throw invalid(
    Object.fromEntries(
      refused.map(([field, code]) => [requestKey(after.role, field), ONBOARDING_TEXTS[code]()]),
    ),
  )
}

const missingOf = (row: ProfileRow): OnboardingErrors =>
  row.role === 'developer'
    ? missingFields('developer', { ...personMapping.read(row), ...developerMapping.read(row) })
    : missingFields('recruiter', { ...personMapping.read(row), ...recruiterMapping.read(row) })

/** The key of a field in the request: details of a role are nested (decision 30). */
const requestKey = (role: Role, field: string) =>
  PERSON_FIELDS.some((name) => name === field) ? field : `role.${role}.${field}`

async function completeOnboarding(tx: Tx, { id, role }: ProfileRow): Promise<void> {
  await tx.updateTable('users').set({ onboarded_at: now() }).where('id', '=', id).execute()
  await changeTotal(tx, role === 'developer' ? 'developers' : 'recruiters', 1)
}
