import { LIMIT_RULES, type LimitRule, type Limits, networkOf } from '../lib/limits.ts'

type Attempt = {
  email: string
  address: string
  /** The account of this e-mail, if there is one. */
  account: { id: string; token_version: number; reset_at: string | null } | undefined
  /** The id of a device that has signed in to this account before. */
  device: string | undefined
}

/** After a reset the owner is exempt from the counts of the address for this time. */
export const AFTER_RESET_MS = 15 * 60_000

/**
 * Counts a sign-in before its password is checked; 429 beyond a limit. Returns the function to call when the
 * password is right: it reverts the counted failure.
 *
 * Guesses limit the guesser, not the owner (X7): failures are limited per account and address and per address,
 * never per account alone. A known device has its own limit. A reset clears all counts of the account.
 */
export async function countSignIn(limits: Limits, attempt: Attempt): Promise<() => Promise<void>> {
  const { enforced, counted } = await failuresOf(limits, attempt)
  // All are checked before any is counted: a refused attempt counts nothing.
  for (const [rule, key] of enforced) await limits.check(rule, key)
  await limits.check(signedIn, ownerOf(attempt))
  for (const [rule, key] of attemptsOf(attempt)) await limits.take(rule, key)
  for (const [rule, key] of enforced) await limits.take(rule, key)
  for (const [rule, key] of counted) await limits.consume(rule, key)
  return async () => {
    await limits.consume(signedIn, ownerOf(attempt))
    for (const [rule, key] of [...enforced, ...counted]) await limits.refund(rule, key)
  }
}

type Count = [rule: LimitRule, key: string]
type Failures = { enforced: Count[]; counted: Count[] }

const {
  signIn,
  signInAddress,
  signedIn,
  failedLogin,
  failedLoginAddress,
  failedLoginDevice,
  failedLoginEmail,
  failedLoginGuarded,
} = LIMIT_RULES

async function failuresOf(limits: Limits, { device, ...attempt }: Attempt): Promise<Failures> {
  const owner = ownerOf(attempt)
  if (device !== undefined) return { enforced: [[failedLoginDevice, `${owner} ${device}`]], counted: [] }
  const pair = `${owner} ${networkOf(attempt.address)}`
  const isGuarded = !(await limits.allows(failedLoginEmail, owner))
  const guard: Count = [failedLoginGuarded, pair]
  const ofAddress: Count = [failedLoginAddress, attempt.address]
  const isAfterReset = attempt.account?.reset_at != null
  const enforced: Count[] = [[failedLogin, pair]]
  const counted: Count[] = [[failedLoginEmail, owner]]
  ;(isGuarded ? enforced : counted).push(guard)
  ;(isAfterReset ? counted : enforced).push(ofAddress)
  return { enforced, counted }
}

/** Successful ones count too: each costs a hash and a row. */
function attemptsOf({ device, ...attempt }: Attempt): Count[] {
  const owner = ownerOf(attempt)
  if (device !== undefined) return [[signIn, `${owner} ${device}`]]
  const pair: Count = [signIn, `${owner} ${networkOf(attempt.address)}`]
  return attempt.account?.reset_at ? [pair] : [pair, [signInAddress, attempt.address]]
}

/** The token version changes with each reset, so earlier counts no longer apply. */
const ownerOf = ({ email, account }: Pick<Attempt, 'email' | 'account'>) =>
  account ? `${account.id} ${account.token_version}` : email
