import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'

/** 403 for an unconfirmed address, if the operator requires confirmation (ACCT-01). */
export function requireConfirmed(
  { REQUIRE_CONFIRMED }: Pick<Config, 'REQUIRE_CONFIRMED'>,
  { isConfirmed }: Caller,
): void {
  if (REQUIRE_CONFIRMED && !isConfirmed) {
    throw new ApiError(403, 'EMAIL_UNCONFIRMED', m.security_unconfirmed())
  }
}
