import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createOffer, listOffers } from '#contract/offers.ts'
import { createPostgres } from '../../../scripts/engines.mjs'
import { buildRecruiter } from '../builders.ts'
import { recount } from '../security/recount.ts'
import { startServer } from '../server.ts'
import { until } from '../until.ts'
import { fillDisk } from './fill-disk.ts'

const disk = mkdtempSync(join(tmpdir(), 'puente-full-'))
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (canMount) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

describe.runIf(canMount)('a PostgreSQL whose disk is full', () => {
  test('responds STORAGE_FULL to writes and serves reads; nothing is lost, and writes resume with free space (G10)', async () => {
    const postgres = await createPostgres({ folder: disk, settings: { shared_buffers: '16MB' } })
    await postgres.start()
    afterAll(() => postgres.stop())
    const engine = { DATABASE_URL: postgres.url, JWT_SECRET: randomBytes(32).toString('hex'), MAIL: 'outbox' }
    const lines: { msg: string }[] = []
    const stream = new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)))
        done()
      },
    })
    const server = await startServer(engine, { alone: true, log: pino(stream) })
    const logged = () => lines.filter(({ msg }) => /space (left )?to write/.test(msg))
    const rec = await buildRecruiter(server)
    // Incompressible, so that the table grows.
    const description = () => randomBytes(3000).toString('base64').slice(0, 4000)
    const post = (position: string) =>
      server.refusal(createOffer, { as: rec, body: { position, description: description() } })
    expect((await post('before')).status).toBe(201)

    const filler = fillDisk(disk, 300_000)
    let written = 1
    let refused = await post('filling')
    for (; refused.status === 201 && written < 500; written += 1) refused = await post(`filling ${written}`)
    expect([refused.status, refused.body.code]).toEqual([503, 'STORAGE_FULL'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.call(listOffers)).body.total).toBe(written)

    truncateSync(filler, 0)
    await until(async () => {
      expect((await post('after')).status).toBe(201)
      written += 1
      return logged().length > 1
    })
    expect((await server.call(listOffers)).body.total).toBe(written)
    expect(logged()).toMatchObject([
      { msg: 'the database has no space left to write', reason: expect.stringContaining('53100') },
      { msg: 'the database has space to write again' },
    ])
    expect(await recount(server.db)).toEqual([])
  }, 60_000)
})
