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
import { interleaved, median, type Ratio } from './rounds.ts'

/** A call of the product, and the equivalent statements of a bare server. */
export type Comparison = {
  what: string
  /** The calls of one round; writes differ by `round`. */
  calls: (signIn: SignIn, round: number) => Call[]
  statements: string[]
  /** The named bind parameters of the statements for the same calls. */
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
 * Alternates the product and a bare server on core 0, with one client on core 1. Each server has its own copy of the
 * data, so that writes do not affect later runs.
 */
export async function compareWithBare(
  offers: number,
  comparisons: readonly Comparison[],
): Promise<Compared[]> {
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
    // A single client exceeds the rate limits; row 1 measures with limits on.
    const settings = { DATA_DIR: dataDir, JWT_SECRET: secret, RATE_LIMITS: 'off' }
    running.push(await startServer(SERVER, settings))
    const statements = JSON.stringify(comparisons.map((comparison) => comparison.statements))
    running.push(await startServer('bench/bare/calls.ts', { DATA_DIR: bareDir, BARE_STATEMENTS: statements }))
    const [ours, bare] = running.map(({ url }) => url)
    const compared: Compared[] = []
    for (const [index, comparison] of comparisons.entries()) {
      process.stderr.write(`  ${comparison.what}, ${offers} …\n`)
      const { connections = CONNECTIONS } = comparison
      compared.push(
        await compare(comparison, {
          ours: (round) =>
            client.run({ url: ours ?? '', calls: comparison.calls(signIn, round), connections }),
          bare: (round) => {
            const calls = comparison.values(round).map((values) => bareCall(index, values))
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

type Runs = Record<'ours' | 'bare', (round: number) => Promise<Timed>>

async function compare({ rounds }: Comparison, runs: Runs): Promise<Compared> {
  const timed: Record<'ours' | 'bare', Timed[]> = { ours: [], bare: [] }
  const measure = (which: 'ours' | 'bare') => async () => {
    const measured = await runs[which](timed[which].length)
    timed[which].push(measured)
    return measured.perSecond
  }
  const ratio = await interleaved(measure('ours'), measure('bare'), rounds)
  return { ratio, ours: latency(timed.ours), bare: latency(timed.bare) }
}

const bareCall = (index: number, values: Record<string, string | number>): Call => ({
  path: `/${index}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`,
})

function latency(all: readonly Timed[]): Latency {
  // The first round is the warm-up.
  const medianOf = (key: keyof Timed) => median(all.slice(1).map((timed) => timed[key]))
  return { p50Ms: medianOf('p50Ms'), p99Ms: medianOf('p99Ms') }
}

/** Session tokens of the first 1,500 people of each role. */
async function signedIn(dataDir: string, secret: string): Promise<SignIn> {
  const db = new DatabaseSync(join(dataDir, 'puente.db'), { timeout: 5000 })
  const insert = db.prepare(
    "insert or ignore into sessions (id, user_id, created_at, expires_at) values (?, ?, '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z')",
  )
  const tokens = createTokens(secret)
  const made = new Map<string, string>()
  const people = db.prepare(
    `select id, role from (
      select id, role, row_number() over (partition by role order by row_no) as position from users
    ) where position <= 1500`,
  )
  for (const { id, role } of people.all()) {
    const user = { id: String(id), role: role as Role } // a checked column
    insert.run(user.id, user.id)
    made.set(user.id, await tokens.sign({ ...user, tv: 1, sid: user.id }))
  }
  db.close()
  return (id) => made.get(id) ?? ''
}
