import { createFairSemaphore } from './fair-semaphore.ts'
import { isLoopback, networkOf } from './limits.ts'

// Argon2id, 19 MiB, 2 passes, 1 lane (A3): the library's defaults, explicit so that a change is visible.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Native code, loaded on first use, not at the start. */
const library = () => import('@node-rs/argon2')

/** At most 4 hashes at once, 100 waiting, then 503 (A3). */
const hashing = createFairSemaphore({ maxAtOnce: 4, maxWaiting: 100 })

export const waitingHashes = hashing.waiting

/**
 * The fairness key of a visitor's hash: the network, so that one network does not keep others waiting (X6). On
 * loopback, where a proxy hides all of them, the account.
 */
export const fairnessKeyOf = (address: string, email: string): string =>
  isLoopback(address) ? email : networkOf(address)

/** A PHC string. */
export const hashPassword = (password: string, fairnessKey: string): Promise<string> =>
  hashing.run(fairnessKey, async () => (await library()).hash(password, PARAMETERS))

export const verifyPassword = (phc: string, password: string, fairnessKey: string): Promise<boolean> =>
  hashing.run(fairnessKey, async () => (await library()).verify(phc, password).catch(() => false))

/** Whether the hash has weaker parameters than the current ones. */
export const isOutdated = (phc: string): boolean =>
  !phc.startsWith(
    `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`,
  )

let dummy: Promise<string> | undefined

/** The work of a real check, for an account that does not exist (A4). Always false. */
export async function verifyDummyPassword(password: string, fairnessKey: string): Promise<false> {
  dummy ??= hashPassword('no account has this password', 'dummy')
  await verifyPassword(await dummy, password, fairnessKey)
  return false
}
