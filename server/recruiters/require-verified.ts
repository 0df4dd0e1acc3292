import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../http/route.ts'
import type { Db, Tx } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { haveApplied } from '../messages/requests.queries.ts'
import { isOpenAt } from '../offers/offer-life.ts'
import { verifiedOf } from './verified.ts'

type Setting = Pick<Config, 'REQUIRE_VERIFIED'>

/** Limits recruiters without a proven domain to one published offer, if the operator requires it; under the lock of the owner. */
export async function requireOneOffer(tx: Tx, { REQUIRE_VERIFIED }: Setting, ownerId: string): Promise<void> {
  if (!REQUIRE_VERIFIED || (await isVerified(tx, ownerId))) return
  const open = await tx
    .selectFrom('offers')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(isOpenAt(now()))
    .limit(2)
    .execute()
  if (open.length > 1) throw new ApiError(403, 'NOT_VERIFIED', m.verification_one_offer())
}

/** The same for first messages, except to applicants. */
export async function requireVerifiedToWrite(
  db: Db,
  { REQUIRE_VERIFIED }: Setting,
  { id, role }: Caller,
  peerId: string,
): Promise<void> {
  if (!REQUIRE_VERIFIED || role !== 'recruiter' || (await isVerified(db, id))) return
  if (await haveApplied(db, id, peerId)) return
  throw new ApiError(403, 'NOT_VERIFIED', m.verification_no_first_message())
}

async function isVerified(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(['verified_domain', 'verified_at', 'verified_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return verifiedOf(user) !== null
}
