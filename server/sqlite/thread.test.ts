import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { searchOffers } from '#contract/offers.ts'
import { nextTurn } from '../lib/turns.ts'
import { insertOffer } from '../offers/offers.writes.ts'
import { isReadable } from '../operations/health.ts'
import { buildOffer, buildRecruiter } from '../test/builders.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { createRandom } from '../test/random.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { eraseUserAtOnce } from '../users/erasure.ts'
import { startSqliteThread } from './thread.ts'

const IS_LONG = process.env.LONG !== undefined
/** In the long form as many as one person may have. */
const OFFERS = IS_LONG ? 5000 : 120

const server = await startServer({}, { alone: true })
const { db } = server

const random = createRandom('merges')
/** Of many different letters: nearly each trigram is a new one. */
const ideographs = (length: number) =>
  String.fromCharCode(...Array.from({ length }, () => random.int(0x4e00, 0x9fa5)))

/** Segments of the trigram index of offers. The id of a row holds that of its segment, above 37 bits. */
async function countSegments(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct id >> 37) as n from offers_search_data where id > 10`.execute(db)
  return rows[0]?.n ?? 0
}

describe.runIf(server.engine === 'sqlite')('the full-text index of SQLite', () => {
  test('erasing the person with nearly all of its text does not block others (X1)', async () => {
    const stop = startSqliteThread(server)
    let id = ''
    const write = async () => {
      id = (await buildRecruiter(server)).id
      for (let count = 0; count < OFFERS; count += 1) {
        const offer = { position: 'Keeper', description: ideographs(4990), skills: [] }
        await db.transaction().execute((tx) => insertOffer(tx, id, offer))
        await nextTurn()
      }
    }
    const pauseMs = await leastPauseMs(() => eraseUserAtOnce(server, id), write)
    await stop()
    if (IS_LONG) console.log('erasing the owner of the index', Math.round(pauseMs))
    expect(pauseMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
    expect(await countSegments()).toBeLessThanOrEqual(1)
  }, 900_000)

  test('a commit does not merge segments; a thread does', async () => {
    const recruiter = await buildRecruiter(server)
    const build = () => buildOffer(server, recruiter, { description: ideographs(500) })
    const before = await countSegments()
    for (let count = 0; count < 20; count += 1) await build()
    expect(await countSegments()).toBe(before + 20)
    const stop = startSqliteThread(server)
    await until(async () => {
      await build()
      return (await countSegments()) < 10
    })
    await stop()
    expect((await server.call(searchOffers, { query: { q: 'keeper' } })).status).toBe(200)
    await sql`insert into offers_search (offers_search, rank) values ('integrity-check', 1)`.execute(db)
  })

  test('while another process locks the file, the thread holds back neither reads nor the end of the server', async () => {
    const tasks = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => tasks.mockRestore())
    const other = new DatabaseSync(join(server.dataDir, 'puente.db'), { timeout: 5000 })
    onTestFinished(() => other.close())
    const recruiter = await buildRecruiter(server)
    const change = () =>
      db.transaction().execute(async (tx) => {
        const offer = { position: 'Keeper', description: ideographs(500), skills: [] }
        for (let count = 0; count < 20; count += 1) await insertOffer(tx, recruiter.id, offer)
      })
    const stop = startSqliteThread(server)
    await until(async () => {
      await change()
      return tasks.mock.calls.length > 0
    })
    await change()
    other.exec('begin immediate')
    const before = tasks.mock.calls.length
    await until(() => tasks.mock.calls.length > before)
    expect(await isReadable(db)).toBe(true)
    await stop()
  })

  test('a commit does not copy the write-ahead log into the database; a thread does', async () => {
    const recruiter = await buildRecruiter(server)
    const logBytes = () => statSync(join(server.dataDir, 'puente.db-wal')).size
    const write = () => buildOffer(server, recruiter, { description: ideographs(4990) })
    // By default a commit copies the log from 4 MB on.
    while (logBytes() < 6_000_000) await write()
    const stop = startSqliteThread(server)
    await until(async () => {
      const before = logBytes()
      await write()
      return logBytes() === before
    })
    await stop()
  })
})
