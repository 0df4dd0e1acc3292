import type { FastifyBaseLogger } from 'fastify'
import { m } from '#contract/texts.ts'
import { ApiError, unauthenticated } from '../lib/errors.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { verifyPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { findPasswordHash } from './password.queries.ts'

const withLock = createKeyedMutex()

type Attempt = {
  userId: string
  password: string
  /** The key of the body, for the error. */
  field: string
  address: string
  log: FastifyBaseLogger
}

/** The hash of the caller's password; 400 for a wrong one, 429 after five (A8). */
export function requirePassword(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  { userId, password, field, address, log }: Attempt,
): Promise<string> {
  // Without the lock, concurrent guesses would all pass before the first is counted.
  return withLock(userId, async () => {
    await limits.check(LIMIT_RULES.wrongOldPassword, userId)
    const found = await findPasswordHash(db, userId)
    if (!found) throw unauthenticated()
    if (await verifyPassword(found.password_hash, password, userId)) return found.password_hash
    await limits.consume(LIMIT_RULES.wrongOldPassword, userId)
    log.warn({ event: 'wrong current password', userId, address }, 'security')
    const fields = { [field]: m.settings_current_wrong() }
    throw new ApiError(400, 'WRONG_PASSWORD', m.settings_current_wrong(), { fields })
  })
}
