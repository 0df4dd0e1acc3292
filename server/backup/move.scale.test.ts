import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createFileStore } from '../files/disk-store.ts'
import { newFileName, newId, now } from '../lib/ids.ts'
import { openServices } from '../open-services.ts'
import { search } from '../search/search.ts'
import { buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { engineSettings } from '../test/database.ts'
import { runCommand } from '../test/operator.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { treeOf } from '../test/trees.ts'
import { move } from './move.ts'
import { noProgress } from './progress.ts'

const TICKETS = 4500
const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'puente-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const from = join(folder, 'source')
const upload = { name: newFileName(), full: randomBytes(2000) }

/** A data directory with rows in most tables, one of which takes several batches. */
async function fillSource(): Promise<void> {
  const services = await openServices(readConfig({ DATA_DIR: from, RATE_LIMITS: 'off' }), log)
  const [owner, recruiter] = [await buildDeveloper(services), await buildRecruiter(services)]
  await buildOffer(services, recruiter, { position: 'C++ at the Ferry, Málaga', skills: ['C++', 'Go'] })
  await services.files.put(upload.name, { 'full.webp': upload.full }, 'image/webp')
  const file = { id: newId(), name: `${upload.name}.webp`, kind: 'image' as const, owner_id: owner.id }
  const about = { content_type: 'image/webp', bytes: 2000, width: 100, created_at: now() }
  await services.db
    .insertInto('files')
    .values({ ...file, ...about })
    .execute()
  const ticket = {
    name: 'Ana',
    email: 'ana@example.com',
    category: 'other' as const,
    subject: '«Æ»',
    message: '\\ " 漢',
  }
  await services.db.transaction().execute(async (tx) => {
    for (let count = 0; count < TICKETS; count += 1) {
      await tx
        .insertInto('tickets')
        .values({ id: newId(), ...ticket, created_at: now() })
        .execute()
    }
  })
  await services.close()
}

describe('db:move', () => {
  beforeAll(fillSource)

  async function newTarget() {
    const settings = await engineSettings()
    const to = { url: settings.DATABASE_URL ?? '', schema: settings.DATABASE_SCHEMA }
    const dataDir = mkdtempSync(join(folder, 'target-'))
    return {
      to,
      files: createFileStore(join(dataDir, 'files')),
      open: () => openServices(readConfig({ ...settings, DATA_DIR: dataDir, RATE_LIMITS: 'off' }), log),
    }
  }

  test('moves rows, uploads and search, and leaves the source unchanged', async () => {
    const target = await newTarget()
    // A server started once on the target leaves empty tables.
    await (await target.open()).close()
    const before = treeOf(from)
    const { tables, lost } = await move({ from, to: target.to, files: target.files, progress: noProgress })
    expect(tables.tickets?.rows).toBe(TICKETS)
    expect(lost).toEqual([])
    expect(treeOf(from)).toEqual(before)

    const services = await target.open()
    expect(await target.files.read(upload.name, 'full.webp')).toEqual(upload.full)
    const ticket = await services.db.selectFrom('tickets').select(['subject', 'message']).limit(1).execute()
    expect(ticket).toEqual([{ subject: '«Æ»', message: '\\ " 漢' }])
    for (const q of ['malaga', 'c++', 'go', 'ferry c']) {
      expect((await search(services, 'offers', { q, page: 1, limit: 10, sort: 'latest' })).total).toBe(1)
    }
    await buildOffer(services, await buildRecruiter(services), { position: 'Second ferry' })
    expect((await search(services, 'offers', { q: 'ferry', page: 1, limit: 10, sort: 'latest' })).total).toBe(
      2,
    )

    const fresh = await (await newTarget()).open()
    const shapeOf = ({ db }: Pick<typeof services, 'db'>) =>
      sql<{ shape: string }>`
      select replace(indexdef, schemaname || '.', '') as shape from pg_indexes where schemaname = current_schema()
      union all
      select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema()::regnamespace
      order by 1`.execute(db)
    expect((await shapeOf(services)).rows).toEqual((await shapeOf(fresh)).rows)
    await fresh.close()
    await services.close()
  })

  test('the command copies the uploads into a bucket, from which a server on the target serves them', async () => {
    const bucket = await startS3()
    const { DATABASE_URL: to = '' } = await engineSettings()
    const settings = { ...bucket.settings, DATA_DIR: from }
    const moved = await runCommand(settings, 'db:move', '--to', to)
    expect([moved.code, moved.err.includes('had no bytes')]).toEqual([0, false])
    expect(moved.out).toMatch(/^Moved: \d+ rows\./)
    expect(bucket.objects.get(`${upload.name}/full.webp`)?.body).toEqual(upload.full)
    expect(bucket.refused).toBe(0)

    // The second time, the target has data.
    const again = await runCommand(settings, 'db:move', '--to', to)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('The target contains other data')])

    const server = await startServer({ ...bucket.settings, DATABASE_URL: to }, { alone: true })
    const served = await fetch(`${server.url}/files/${upload.name}.webp`)
    expect([served.status, Buffer.from(await served.arrayBuffer())]).toEqual([200, upload.full])
  })

  test('resumes after an interruption; a partial copy is never visible', async () => {
    const target = await newTarget()
    const lines: string[] = []
    const interrupted = {
      log: (line: string) => void lines.push(line),
      count: (what: string, done: number) => {
        if (what === 'tickets' && done >= 4000) throw new Error('the power is gone')
      },
    }
    const given = { from, to: target.to, files: target.files }
    await expect(move({ ...given, progress: interrupted })).rejects.toThrow('the power is gone')
    expect(lines).not.toContain('Going on where the last try ended.')

    const empty = await target.open()
    expect(await empty.db.selectFrom('users').select('id').execute()).toEqual([])
    await empty.close()

    const counts: number[] = []
    const progress = {
      log: (line: string) => void lines.push(line),
      count: (what: string, done: number) => void (what === 'tickets' && counts.push(done)),
    }
    await move({ ...given, progress })
    expect(lines).toContain('Going on where the last try ended.')
    expect(counts).toEqual([TICKETS])
    const services = await target.open()
    expect((await services.db.selectFrom('tickets').select('id').execute()).length).toBe(TICKETS)
    await services.close()
  })

  test('starts over after an interruption if the source has changed', async () => {
    const target = await newTarget()
    const interrupted = {
      ...noProgress,
      count: (what: string) => {
        if (what === 'tickets') throw new Error('the power is gone')
      },
    }
    const given = { from, to: target.to, files: target.files }
    await expect(move({ ...given, progress: interrupted })).rejects.toThrow()
    const source = await openServices(readConfig({ DATA_DIR: from }), log)
    await source.db.updateTable('offers').set({ company: 'New name' }).execute()
    await source.close()
    await move({ ...given, progress: noProgress })
    const services = await target.open()
    expect(await services.db.selectFrom('offers').select('company').execute()).toEqual([
      { company: 'New name' },
    ])
    await services.close()
  })

  test('refuses data in the target, a running server on either side, no store for uploads, a lost connection', async () => {
    const target = await newTarget()
    const given = { from, to: target.to, files: target.files, progress: noProgress }
    await expect(move({ ...given, files: undefined })).rejects.toThrow(/name their target with --files/)

    writeFileSync(join(from, 'lock'), '1 ')
    await expect(move(given)).rejects.toThrow(/in use by another server \(process 1\)/)
    rmSync(join(from, 'lock'))

    const services = await target.open()
    await services.db.selectFrom('users').select('id').execute()
    await expect(move(given)).rejects.toThrow(/A server is using this database/)
    await buildRecruiter(services)
    await services.close()
    await expect(move(given)).rejects.toThrow(/The target contains other data \(in the table users\)/)
    await expect(
      move({ ...given, to: { ...target.to, url: 'postgres://127.0.0.1:1/none' } }),
    ).rejects.toThrow(/The database cannot be used/)
  })
})

test('refuses a directory without data, or with data of another version', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const given = { to: { url: 'postgres://127.0.0.1:1/none', schema: undefined }, files: undefined }
  await expect(move({ from: empty, ...given, progress: noProgress })).rejects.toThrow(/There is no database/)
  const services = await openServices(readConfig({ DATA_DIR: empty }), log)
  await sql`delete from kysely_migration where name like '0009%'`.execute(services.db)
  await services.close()
  await expect(move({ from: empty, ...given, progress: noProgress })).rejects.toThrow(/of an older version/)
})
