import { randomBytes } from 'node:crypto'
import { chmodSync, constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Role } from '../../contract/users.ts'
import { createTokens } from '../../server/lib/tokens.ts'
import type { Call } from '../clients/calls.ts'
import { startCallClient, type Timed } from './call-client.ts'
import { filledDataDir } from './fill.ts'
import { type Running, SERVER, startServer } from './processes.ts'
import { interleaved, quantile, type Ratio } from './rounds.ts'

/** A call of the product, and the statements that a bare server runs for the same. */
export type Comparison = {
  what: string
  /** The calls of one round; `round` makes those of a write differ. */
  calls: (signIn: SignIn, round: number) => Call[]
  statements: string[]
  /** The named parameters of the statements for the same calls. */
  values: (round: number) => Record<string, string | number>[]
  connections?: number
  rounds?: number
}
export type SignIn = (id: string, role: Role) => string
export type Compared = { ratio: Ratio; ours: Latency; bare: Latency }
/** Medians of the rounds. */
type Latency = { p50Ms: number; p99Ms: number }

const CONNECTIONS = 16

/**
 * The real server and a bare one on core 0 in turns, one client on core 1. Each server has a copy of the data with
 * so many offers, so that what is written stays out of the next run.
 */
export async function besideBare(offers: number, comparisons: readonly Comparison[]): Promise<Compared[]> {
  const copies = mkdtempSync(join(tmpdir(), 'puente-bench-copy-'))
  const [dataDir, bareDir] = [join(copies, 'ours'), join(copies, 'bare')]
  const client = startCallClient()
  const running: Running[] = []
  try {
    const filled = await filledDataDir(offers)
    for (const dir of [dataDir, bareDir]) {
      cpSync(filled, dir, { recursive: true, mode: constants.COPYFILE_FICLONE })
      chmodSync(dir, 0o700)
    }
    const secret = randomBytes(32).toString('hex')
    const signIn = await signedIn(dataDir, secret)
    // One person may ask more often than the limits allow, so they are off here; row 1 has them on.
    const settings = { DATA_DIR: dataDir, JWT_SECRET: secret, RATE_LIMITS: 'off' }
    running.push(await startServer(SERVER, settings))
    const statements = JSON.stringify(comparisons.map((comparison) => comparison.statements))
    running.push(await startServer('bench/bare/calls.ts', { DATA_DIR: bareDir, BARE_STATEMENTS: statements }))
    const [ours, bare] = running.map(({ url }) => url)
    const compared: Compared[] = []
    for (const [place, comparison] of comparisons.entries()) {
      process.stderr.write(`  ${comparison.what}, ${offers} …\n`)
      const { connections = CONNECTIONS } = comparison
      compared.push(
        await compare(comparison, {
          ours: (round) =>
            client.run({ url: ours ?? '', calls: comparison.calls(signIn, round), connections }),
          bare: (round) => {
            const calls = comparison.values(round).map((values) => bareCall(place, values))
            return client.run({ url: bare ?? '', calls, connections })
          },
        }),
      )
    }
    return compared
  } finally {
    client.stop()
    for (const server of running) await server.stop()
    rmSync(copies, { recursive: true, force: true })
  }
}

type Sides = Record<'ours' | 'bare', (round: number) => Promise<Timed>>

async function compare({ rounds }: Comparison, sides: Sides): Promise<Compared> {
  const timed: Record<'ours' | 'bare', Timed[]> = { ours: [], bare: [] }
  const measure = (side: 'ours' | 'bare') => async () => {
    const measured = await sides[side](timed[side].length)
    timed[side].push(measured)
    return measured.perSecond
  }
  const ratio = await interleaved(measure('ours'), measure('bare'), rounds)
  return { ratio, ours: latency(timed.ours), bare: latency(timed.bare) }
}

const bareCall = (place: number, values: Record<string, string | number>): Call => ({
  path: `/${place}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`,
})

function latency(all: readonly Timed[]): Latency {
  const middle = (key: keyof Timed) =>
    quantile(
      all
        .slice(1)
        .map((timed) => timed[key])
        .sort((a, b) => a - b),
      0.5,
    )
  return { p50Ms: middle('p50Ms'), p99Ms: middle('p99Ms') }
}

/** Tokens of people of the filled world; each has one sign-in, made when it is first needed. */
async function signedIn(dataDir: string, secret: string): Promise<SignIn> {
  const db = new DatabaseSync(join(dataDir, 'puente.db'), { timeout: 5000 })
  const insert = db.prepare(
    "insert or ignore into sessions (id, user_id, created_at, expires_at) values (?, ?, '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z')",
  )
  const tokens = createTokens(secret)
  const made = new Map<string, string>()
  // Signing waits, so the people are signed in before they are asked for.
  const people = db.prepare(
    `select id, role from (
      select id, role, row_number() over (partition by role order by row_no) as place from users
    ) where place <= 1500`,
  )
  for (const { id, role } of people.all()) {
    const user = { id: String(id), role: role as Role } // a checked column
    insert.run(user.id, user.id)
    made.set(user.id, await tokens.sign({ ...user, tv: 1, sid: user.id }))
  }
  db.close()
  return (id) => made.get(id) ?? ''
}
