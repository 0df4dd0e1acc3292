import pLimit from 'p-limit'
import { unavailable } from './errors.ts'

// Argon2id, 19 MiB, 2 passes, 1 lane (A3): the library's defaults, explicit so that a change is visible.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_AT_ONCE = 4
const MAX_WAITING = 100

/** Native code, loaded on first use, not at the start. */
const library = () => import('@node-rs/argon2')

const limit = pLimit(MAX_AT_ONCE)

/** At most 4 hashes at once, 100 waiting, then 503 (A3). */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING) throw unavailable()
  return limit(work)
}

export const pendingHashes = () => ({ running: limit.activeCount, waiting: limit.pendingCount })

/** A PHC string. */
export const hashPassword = (password: string): Promise<string> =>
  queued(async () => (await library()).hash(password, PARAMETERS))

export const verifyPassword = (phc: string, password: string): Promise<boolean> =>
  queued(async () => (await library()).verify(phc, password).catch(() => false))

/** Whether the hash has weaker parameters than the current ones. */
export const isOutdated = (phc: string): boolean =>
  !phc.startsWith(
    `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`,
  )

let dummy: Promise<string> | undefined

/** The work of a real check, for an account that does not exist (A4). Always false. */
export async function verifyDummyPassword(password: string): Promise<false> {
  dummy ??= hashPassword('no account has this password')
  await verifyPassword(await dummy, password)
  return false
}
