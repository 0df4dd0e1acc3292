import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../scripts/engines.mjs'
import { buildRecruiter, type Person } from '../builders.ts'
import { recount } from '../security/recount.ts'
import { send } from '../security/send.ts'
import { until } from '../until.ts'
import { fillDisk } from './fill-disk.ts'
import { startKillable, withData } from './killable-server.ts'
import { IS_LONG } from './long.ts'
import { buildActors, startTraffic } from './traffic.ts'
import { openWriteLedger } from './write-ledger.ts'

const DISK_MB = 64
const LEFT_BYTES = 300_000
const RECOVERS_WITHIN_MS = 5000
/** Consecutive successful responses that count as a recovery. */
const GOOD_IN_A_ROW = 5

const disk = mkdtempSync(join(tmpdir(), 'puente-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
const canMount = mounted.status === 0
afterAll(() => {
  if (canMount) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

/** The location of each engine's data on the small disk. */
const ENGINES = {
  SQLite: async () => ({ DATA_DIR: join(disk, 'data') }),
  PostgreSQL: async () => {
    const postgres = await createPostgres()
    onTestFinished(postgres.remove)
    await postgres.start()
    const rows = join(disk, 'rows')
    mkdirSync(rows)
    const { uid, gid } = statSync(new URL(postgres.url).searchParams.get('host') ?? '')
    await chown(rows, uid, gid)
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(`create tablespace small location '${rows}'`)
    await client.query('create database small tablespace small')
    await client.end()
    const dataDir = mkdtempSync(join(tmpdir(), 'puente-full-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const url = new URL(postgres.url)
    url.pathname = '/small'
    const JWT_SECRET = 'a full disk does not last for more than thirty-two bytes'
    return { DATA_DIR: dataDir, DATABASE_URL: url.href, JWT_SECRET, MAIL: 'outbox' }
  },
}

/** Writes continuously and records every response. */
function openWriter(url: string, person: Person) {
  const responses: { at: number; word: string }[] = []
  let isOver = false
  async function write(): Promise<void> {
    while (!isOver) {
      const body = { position: 'Keeper', skills: ['Go'], description: 'x'.repeat(4000) }
      const response = await send(url, 'POST /offers', { body }, person.token)
      const { code = '' } = (await response.json()) as { code?: string }
      const word = [response.status, code, response.headers.get('retry-after') ?? ''].join(' ').trim()
      responses.push({ at: Date.now(), word })
    }
  }
  const writing = write()
  return {
    responses,
    stop: () => {
      isOver = true
      return writing
    },
  }
}

/** `full-postgres.faults.test.ts` fills the disk of PostgreSQL in the short form, without a load. */
const NAMES = ['SQLite', ...(IS_LONG ? ['PostgreSQL' as const] : [])] as const

test.runIf(canMount).each(NAMES)(
  '%s on a disk that fills up while many write: 503 with Retry-After, reads go on, all is well when there is room (G10, D-3)',
  async (engine) => {
    const settings = { ...(await ENGINES[engine]()), MIN_FREE_MB: '0' }
    const { actors, recruiter } = await withData(settings, async (services) => ({
      actors: await buildActors(services),
      recruiter: await buildRecruiter(services),
    }))
    const server = await startKillable(settings)
    const ledger = openWriteLedger()
    const traffic = startTraffic(server.url, ledger, actors)
    const writer = openWriter(server.url, recruiter)
    const last = () => writer.responses.slice(-GOOD_IN_A_ROW)
    await until(() => ledger.responses() > 20, 20_000)

    const filler = fillDisk(disk, LEFT_BYTES)
    await until(() => last().every(({ word }) => word === '503 STORAGE_FULL 5'), 20_000)
    for (const path of ['/api/offers', '/api/projects', '/healthz'])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])

    truncateSync(filler, 0)
    const since = Date.now()
    const good = await until(() => {
      const later = writer.responses.filter(({ at }) => at >= since).slice(-GOOD_IN_A_ROW)
      return later.length === GOOD_IN_A_ROW && later.every(({ word }) => word === '201') && later[0]
    }, 20_000)
    expect(good.at - since).toBeLessThan(RECOVERS_WITHIN_MS)
    const before = ledger.responses()
    await until(() => ledger.responses() > before + 10, 20_000)

    await Promise.all([traffic.stop(), writer.stop()])
    await server.kill()
    expect(new Set(writer.responses.map(({ word }) => word))).toEqual(new Set(['201', '503 STORAGE_FULL 5']))
    const stored = writer.responses.filter(({ word }) => word === '201').length
    await withData(settings, async ({ db }) => {
      expect(await ledger.lost(db, settings.DATA_DIR)).toEqual([])
      expect(await recount(db)).toEqual([])
      const offers = db.selectFrom('offers').select('id').where('owner_id', '=', recruiter.id)
      expect(await offers.execute()).toHaveLength(stored)
    })
    rmSync(filler)
    console.log(
      `${engine}: ${stored} stored, ${writer.responses.length - stored} refused, recovered in ${good.at - since} ms.`,
    )
  },
  90_000,
)
