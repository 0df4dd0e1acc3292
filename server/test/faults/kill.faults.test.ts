import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { engineSettings } from '../database.ts'
import { recount } from '../security/recount.ts'
import { until } from '../until.ts'
import { startKillable, withData } from './killable-server.ts'
import { IS_LONG } from './long.ts'
import { canCutPower, createPower } from './power-cut.ts'
import { type Actors, buildActors, createShuffle, startTraffic } from './traffic.ts'
import { KINDS, openWriteLedger } from './write-ledger.ts'

const isPostgres = process.env.TEST_DATABASE_URL !== undefined
const ROUNDS = IS_LONG ? (isPostgres ? 10 : 20) : 2
const POWER_ROUNDS = IS_LONG ? 8 : 1
const WORKERS = 6
/** The duration of a round is random. */
const [SHORTEST_MS, LONGEST_MS] = IS_LONG ? [300, 2500] : [800, 2200]

/** The timeout of a round, on a busy machine too. */
const FEWEST_WRITES = 25

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-killed-'))
  folders.push(dataDir)
  return dataDir
}

/** Traffic until the end of the round; then the server is killed, and everything is checked. */
async function runRounds(
  settings: Record<string, string> & { DATA_DIR: string },
  rounds: number,
  power?: ReturnType<typeof createPower>,
) {
  const groups = await withData(settings, async (services) => {
    const made: Actors[] = []
    for (let n = 0; n < WORKERS; n += 1) made.push(await buildActors(services))
    return made
  })
  const ledger = openWriteLedger()
  const nextIndex = createShuffle()
  let orphans = 0
  for (let round = 1; round <= rounds; round += 1) {
    power?.on()
    const server = await startKillable({ ...settings, ...power?.settings })
    const traffic = groups.map((actors) => startTraffic(server.url, ledger, actors, nextIndex))
    const before = ledger.responses()
    await wait(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS))
    await until(() => ledger.responses() - before >= FEWEST_WRITES, 40_000)
    await server.kill()
    await Promise.all(traffic.map((one) => one.stop()))
    power?.cut()
    await withData(settings, async ({ db }) => {
      expect([round, await ledger.lost(db, settings.DATA_DIR)]).toEqual([round, []])
      expect([round, await recount(db)]).toEqual([round, []])
      const rows = await db.selectFrom('files').select('name').execute()
      const known = new Set(rows.map(({ name }) => name.replace(/\.\w+$/, '')))
      const files = join(settings.DATA_DIR, 'files')
      const stored = existsSync(files) ? readdirSync(files) : []
      expect([...known].filter((folder) => !stored.includes(folder))).toEqual([])
      // Interrupted uploads; the clean-up deletes them after a day.
      orphans = stored.length - known.size
      expect(orphans).toBeLessThanOrEqual(round * WORKERS)
    })
  }
  return { responses: ledger.responses(), kinds: ledger.kinds(), orphans }
}

test(
  `killed ${ROUNDS} times at random moments: no acknowledged write is lost, every counter is right (D-1, D-2, F6)`,
  async () => {
    const settings = { DATA_DIR: newDataDir(), ...(await engineSettings()) }
    const { responses, kinds, orphans } = await runRounds(settings, ROUNDS)
    console.log(
      `${isPostgres ? 'PostgreSQL' : 'SQLite'}: ${ROUNDS} kills, ${responses} acknowledged writes, 0 lost; ${orphans} uploads were on their way.`,
    )
    if (IS_LONG) expect([...kinds].sort()).toEqual([...KINDS].sort())
    else {
      expect(kinds.size).toBeGreaterThan(KINDS.length / 2)
      for (const kind of ['request', 'block', 'report'] as const) expect(kinds).toContain(kind)
    }
  },
  ROUNDS * 60_000,
)

test.runIf(!isPostgres && canCutPower)(
  `power cut ${POWER_ROUNDS} times: the synced data is sufficient (D-2, F6)`,
  async () => {
    const settings = { DATA_DIR: newDataDir() }
    const power = createPower(settings.DATA_DIR)
    const { responses } = await runRounds(settings, POWER_ROUNDS, power)
    console.log(`SQLite: ${POWER_ROUNDS} power cuts, ${responses} acknowledged writes, 0 lost.`)
    power.remove()
  },
  POWER_ROUNDS * 60_000,
)
