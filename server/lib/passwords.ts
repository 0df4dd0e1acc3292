import { unavailable } from './errors.ts'

// Argon2id, 19 MiB, 2 passes, 1 lane (A3). The numbers are the library's defaults, named so that a change shows.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_AT_ONCE = 4
const MAX_WAITING = 100

/** Native code, which a start does not wait for. */
const library = () => import('@node-rs/argon2')

let running = 0
const waiting: (() => void)[] = []

/** At most 4 hashes at once, 100 waiting, then 503 (A3). */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw unavailable()
    await new Promise<void>((resume) => waiting.push(resume))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashesUnderWay = () => ({ running, waiting: waiting.length })

/** A PHC string. */
export const hashPassword = (password: string): Promise<string> =>
  queued(async () => (await library()).hash(password, PARAMETERS))

export const isPassword = (phc: string, password: string): Promise<boolean> =>
  queued(async () => (await library()).verify(phc, password).catch(() => false))

/** Whether the hash was made with weaker numbers than today's. */
export const isOutdated = (phc: string): boolean =>
  !phc.startsWith(
    `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`,
  )

let dummy: Promise<string> | undefined

/** The same work as a real check, for an account that does not exist (A4). Always false. */
export async function isDummyPassword(password: string): Promise<false> {
  dummy ??= hashPassword('no account has this password')
  await isPassword(await dummy, password)
  return false
}
