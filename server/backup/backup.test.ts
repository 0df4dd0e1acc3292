import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { readConfig } from '../config.ts'
import { createFileStore } from '../files/disk-store.ts'
import { createS3Store } from '../files/s3-store.ts'
import { newFileName, newId, now } from '../lib/ids.ts'
import { openServices } from '../open-services.ts'
import { search } from '../search/search.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
} from '../test/builders.ts'
import { engineSettings } from '../test/database.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { treeOf } from '../test/trees.ts'
import { backup } from './backup.ts'
import { checkBackup, type Manifest } from './manifest.ts'
import { noProgress as progress } from './progress.ts'
import { type RestoreTarget, restore, undoRestore } from './restore.ts'
import { returnFromUnfinished } from './swap-data.ts'

const server = await startServer({}, { alone: true })
const folder = mkdtempSync(join(tmpdir(), 'puente-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = pino({ level: 'silent' })
const to = join(folder, 'backups')
const storageOf = ({ config, files, dataDir }: Pick<TestServer, 'config' | 'files' | 'dataDir'>) => ({
  dataDir,
  postgres: config.DATABASE_URL ? { url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA } : undefined,
  files,
})

/** An upload with bytes, as the server stores it. */
async function buildStoredUpload(
  owner: { id: string },
  { db, files }: Pick<TestServer, 'db' | 'files'> = server,
): Promise<{ name: string; full: Buffer }> {
  const name = newFileName()
  const [full, small] = [randomBytes(3000), randomBytes(300)]
  await files.put(name, { 'full.webp': full, '160.webp': small }, 'image/webp')
  await db
    .insertInto('files')
    .values({
      id: newId(),
      name: `${name}.webp`,
      kind: 'image',
      owner_id: owner.id,
      content_type: 'image/webp',
      bytes: 3300,
      width: 400,
      created_at: now(),
    })
    .execute()
  return { name, full }
}

/** An empty target for a restore, optionally with running services. */
async function newPlace(): Promise<RestoreTarget & { open: () => ReturnType<typeof openServices> }> {
  const dataDir = mkdtempSync(join(folder, 'place-'))
  const config = readConfig({ DATA_DIR: dataDir, ...(await engineSettings()) })
  const services = await openServices(config, log)
  await services.close()
  return { ...storageOf({ ...services, dataDir }), open: () => openServices(config, log) }
}

let made: { folder: string; manifest: Manifest }
let upload: Awaited<ReturnType<typeof buildStoredUpload>>
const sentBefore: string[] = []

beforeAll(async () => {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
  const recruiter = await buildRecruiter(server)
  const offer = await buildOffer(server, recruiter, { position: 'Keeper of the lighthouse' })
  await buildApplication(server, offer, ana)
  await buildProject(server, ana)
  upload = await buildStoredUpload(ana)

  let isOver = false
  const send = async (list: string[]) => {
    const params = { id: ben.id }
    const { status, body } = await server.call(sendMessage, { params, body: { text: 'hello' }, as: ana })
    expect(status).toBe(201)
    list.push(body._id)
  }
  for (let count = 0; count < 20; count += 1) await send(sentBefore)
  const sending = (async () => {
    while (!isOver) await send([])
  })()
  made = await backup(storageOf(server), { to, keep: 14, progress })
  isOver = true
  await sending
})

test('a backup taken during writes restores elsewhere, complete and working (D-4)', async () => {
  const place = await newPlace()
  const manifest = await restore(made.folder, place, { progress })
  expect(manifest).toEqual(made.manifest)

  const services = await place.open()
  const messages = await services.db.selectFrom('messages').select(['id', 'seq']).orderBy('seq').execute()
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(sentBefore))
  expect(await place.files.read(upload.name, 'full.webp')).toEqual(upload.full)
  const found = await search(services, 'offers', { q: 'lighthouse', page: 1, limit: 10, sort: 'latest' })
  expect(found.total).toBe(1)
  expect((await search(services, 'offers', { q: 'li', page: 1, limit: 10, sort: 'latest' })).total).toBe(1)

  // Rows inserted after the restore get new keys and are indexed for search.
  await buildOffer(services, await buildRecruiter(services), { position: 'Second keeper of the lighthouse' })
  const both = await search(services, 'offers', { q: 'keeper', page: 1, limit: 10, sort: 'oldest' })
  expect(both).toMatchObject({ ids: [found.ids[0], expect.any(String)], total: 2 })
  await services.close()
})

test('a backup is readable by its owner only, and verified by sha256sum', () => {
  expect(statSync(made.folder).mode & 0o077).toBe(0)
  for (const path of ['puente.db', 'manifest.json', 'SHA256SUMS']) {
    expect(statSync(join(made.folder, path)).mode & 0o077).toBe(0)
  }
  const sums = readFileSync(join(made.folder, 'SHA256SUMS'), 'utf8')
  expect(sums).toMatch(/^([0-9a-f]{64} {2}\S+\n)+$/)
  expect(sums).toContain(`  files/${upload.name}/full.webp\n`)
})

test('a backup links the uploads of the previous one; only the newest backups stay', async () => {
  const own = join(folder, 'kept')
  for (let day = 1; day <= 3; day += 1) {
    const at = new Date(Date.UTC(2026, 0, day))
    await backup(storageOf(server), { to: own, keep: 2, progress, at })
  }
  const remaining = readdirSync(own).sort()
  expect(remaining).toEqual(['puente-20260102T000000Z', 'puente-20260103T000000Z'])
  const full = (name = '') => statSync(join(own, name, 'files', upload.name, 'full.webp')).ino
  expect(full(remaining[0])).toBe(full(remaining[1]))
  // Foreign folders are not deleted; a corrupt file is copied from the store again.
  mkdirSync(join(own, 'mine'))
  const rotten = join(own, remaining[1] ?? '', 'files', upload.name, 'full.webp')
  writeFileSync(rotten, randomBytes(3000))
  const next = await backup(storageOf(server), { to: own, keep: 1, progress })
  expect(readFileSync(join(next.folder, 'files', upload.name, 'full.webp'))).toEqual(upload.full)
  expect(readdirSync(own).sort()).toEqual(['mine', next.folder.slice(own.length + 1)])
})

describe('a modified backup is refused, and nothing changes (D-4)', () => {
  const change = (file: string) => {
    const bytes = readFileSync(file)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }
  let place: RestoreTarget
  beforeAll(async () => {
    place = await newPlace()
  })
  const inUploads = (copy: string) => join(copy, 'files', upload.name, 'full.webp')
  test.each<[string, (copy: string) => void, RegExp]>([
    ['a changed database', (copy) => change(join(copy, 'puente.db')), /is damaged: puente\.db has changed/],
    ['a shorter database', (copy) => truncateSync(join(copy, 'puente.db'), 4096), /puente\.db has changed/],
    ['a changed upload', (copy) => change(inUploads(copy)), /full\.webp has changed/],
    ['an upload less', (copy) => rmSync(inUploads(copy)), /full\.webp cannot be read/],
    ['a changed manifest', (copy) => change(join(copy, 'manifest.json')), /damaged: manifest\.json/],
    ['no sums', (copy) => rmSync(join(copy, 'SHA256SUMS')), /SHA256SUMS is missing/],
    [
      'sums without the uploads',
      (copy) => {
        const file = join(copy, 'SHA256SUMS')
        const lines = readFileSync(file, 'utf8').split('\n')
        writeFileSync(file, lines.filter((line) => !line.includes('  files/')).join('\n'))
      },
      /the upload .* is missing/,
    ],
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json')), /is no backup/],
    ['sums of nothing', (copy) => writeFileSync(join(copy, 'SHA256SUMS'), ''), /is not complete/],
  ])('%s', async (_what, damage, message) => {
    const copy = mkdtempSync(join(folder, 'damaged-'))
    cpSync(made.folder, copy, { recursive: true })
    damage(copy)
    const before = treeOf(place.dataDir)
    await expect(restore(copy, place, { progress })).rejects.toThrow(message)
    expect(treeOf(place.dataDir)).toEqual(before)
  })

  test('one of a newer version', async () => {
    const copy = mkdtempSync(join(folder, 'newer-'))
    cpSync(made.folder, copy, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
    manifest.migrations.push('9999_future')
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest))
    await expect(checkBackup(copy, progress)).rejects.toThrow(/newer than this program/)
  })
})

/** A target with other data, to distinguish old from restored data. */
async function lived(): Promise<Awaited<ReturnType<typeof newPlace>>> {
  const place = await newPlace()
  const services = await place.open()
  await buildRecruiter(services, { email: 'here-before@example.com' })
  await place.files.put('AbCdEfGhIjKlMnOpQrStUv', { 'full.webp': Buffer.from('old') }, 'image/webp')
  await services.close()
  return place
}

async function emailsIn(place: Awaited<ReturnType<typeof newPlace>>): Promise<string[]> {
  const services = await place.open()
  const users = await services.db.selectFrom('users').select('email').execute()
  await services.close()
  return users.map(({ email }) => email)
}

describe('a failed restore rolls back (D-4)', () => {
  test.each(['stage', 'swap', 'check'] as const)('at the step %s', async (step) => {
    const place = await lived()
    const before = treeOf(place.dataDir)
    const onStep = (now: string) => {
      if (now === step) throw new Error('the disk is full')
    }
    await expect(restore(made.folder, place, { progress, onStep })).rejects.toThrow('the disk is full')
    if (!place.postgres) expect(treeOf(place.dataDir)).toEqual(before)
    expect(await emailsIn(place)).toEqual(['here-before@example.com'])
    await restore(made.folder, place, { progress })
    expect(await emailsIn(place)).not.toContain('here-before@example.com')
  })

  test('on a power cut during the swap', async () => {
    const dataDir = mkdtempSync(join(folder, 'stopped-'))
    const pending = join(dataDir, 'before-restore.unfinished')
    const items = ['puente.db', 'puente.db-wal', 'puente.db-shm', 'files']
    const standing = ['puente.db', 'puente.db-wal', 'files']
    for (let moved = 0; moved <= standing.length; moved += 1) {
      for (let placed = 0; placed <= (moved === standing.length ? 2 : 0); placed += 1) {
        rmSync(dataDir, { recursive: true })
        mkdirSync(pending, { recursive: true })
        for (const item of standing) writeFileSync(join(dataDir, item), `old ${item}`)
        const before = treeOf(dataDir)
        writeFileSync(join(pending, 'list.json'), JSON.stringify({ items, standing }))
        for (const item of standing.slice(0, moved)) renameSync(join(dataDir, item), join(pending, item))
        for (const item of ['puente.db', 'files'].slice(0, placed)) writeFileSync(join(dataDir, item), 'new')
        expect(returnFromUnfinished(dataDir)).toBe(true)
        expect(treeOf(dataDir)).toEqual(before)
      }
    }
    expect(returnFromUnfinished(dataDir)).toBe(false)
  })
})

test('a restore can be undone and redone', async () => {
  const place = await lived()
  await expect(undoRestore(place, { progress })).rejects.toThrow(/There is no restore point/)
  await restore(made.folder, place, { progress })
  const restored = await emailsIn(place)
  expect(restored).toHaveLength(made.manifest.tables.users?.rows ?? 0)
  await undoRestore(place, { progress })
  expect(await emailsIn(place)).toEqual(['here-before@example.com'])
  expect(await place.files.read('AbCdEfGhIjKlMnOpQrStUv', 'full.webp')).toEqual(Buffer.from('old'))
  await undoRestore(place, { progress })
  expect(await emailsIn(place)).toEqual(restored)
  expect(await place.files.read(upload.name, 'full.webp')).toEqual(upload.full)
})

describe('a failed undo of a restore keeps the restore point (D-4)', () => {
  const old = 'AbCdEfGhIjKlMnOpQrStUv'
  async function restoredTwice(): Promise<RestoreTarget> {
    const dataDir = mkdtempSync(join(folder, 'undone-'))
    const place = { dataDir, postgres: undefined, files: createFileStore(join(dataDir, 'files')) }
    await restore(made.folder, place, { progress })
    await place.files.put(old, { 'full.webp': Buffer.from('old') }, 'image/webp')
    await restore(made.folder, place, { progress })
    return place
  }
  const undone = async (place: RestoreTarget) => {
    await undoRestore(place, { progress })
    expect(await place.files.read(old, 'full.webp')).toEqual(Buffer.from('old'))
    expect(readdirSync(place.dataDir)).toContain('before-restore')
    expect(readdirSync(place.dataDir)).not.toContain('before-restore.returning')
  }

  test.each(['swap', 'check'] as const)('at the step %s', async (step) => {
    const place = await restoredTwice()
    const before = treeOf(place.dataDir)
    const onStep = (now: string) => {
      if (now === step) throw new Error('the disk is full')
    }
    await expect(undoRestore(place, { progress, onStep })).rejects.toThrow('the disk is full')
    // The recovery that every server start runs.
    returnFromUnfinished(place.dataDir)
    expect(treeOf(place.dataDir)).toEqual(before)
    await undone(place)
  })

  test('when the restore point does not open as a database', async () => {
    const place = await restoredTwice()
    const database = join(place.dataDir, 'before-restore', 'puente.db')
    const good = readFileSync(database)
    writeFileSync(database, 'This is a letter. '.repeat(1000))
    const before = treeOf(place.dataDir)
    await expect(undoRestore(place, { progress })).rejects.toThrow(/not a database/)
    expect(treeOf(place.dataDir)).toEqual(before)
    writeFileSync(database, good)
    await undone(place)
  })

  test('on a power cut', async () => {
    const { dataDir, ...place } = await restoredTwice()
    const before = treeOf(dataDir)
    const [returning, pending] = ['returning', 'unfinished'].map((name) =>
      join(dataDir, `before-restore.${name}`),
    ) as [string, string]
    const items = ['puente.db', 'puente.db-wal', 'puente.db-shm', 'files', 'secret']
    const standing = items.filter((item) => existsSync(join(dataDir, item)))
    for (let moves = 0; moves <= 2 * standing.length; moves += 1) {
      renameSync(join(dataDir, 'before-restore'), returning)
      mkdirSync(pending)
      writeFileSync(join(pending, 'list.json'), JSON.stringify({ items, standing }))
      for (const item of standing.slice(0, moves)) renameSync(join(dataDir, item), join(pending, item))
      for (const item of standing.slice(0, Math.max(0, moves - standing.length)))
        if (existsSync(join(returning, item))) renameSync(join(returning, item), join(dataDir, item))
      expect(returnFromUnfinished(dataDir)).toBe(true)
      expect(treeOf(dataDir)).toEqual(before)
    }
    await undone({ dataDir, ...place })
  })
})

test('with uploads in a bucket, an undo brings back those of the former data', async () => {
  const dataDir = mkdtempSync(join(folder, 'bucket-'))
  const files = createS3Store({ ...(await startS3()).settings })
  const place: RestoreTarget = { dataDir, postgres: undefined, files, hasBucket: true }
  const own = mkdtempSync(join(folder, 'of-bucket-'))
  await restore(made.folder, place, { progress })
  expect(await files.read(upload.name, 'full.webp')).toEqual(upload.full)
  expect(existsSync(join(dataDir, 'files'))).toBe(false)

  const services = await openServices(readConfig({ DATA_DIR: dataDir }), log)
  const later = await buildStoredUpload(await buildDeveloper(services), { db: services.db, files })
  await services.close()
  const second = await backup(place, { to: own, keep: 1, progress })
  expect(readFileSync(join(second.folder, 'files', later.name, 'full.webp'))).toEqual(later.full)
  await restore(made.folder, place, { progress })
  // The clean-up deletes files without a row.
  await files.deleteFolder(later.name)
  await undoRestore(place, { progress })
  expect(await files.read(later.name, 'full.webp')).toEqual(later.full)
})

test('a running server is not restored over, and a damaged database is not backed up', async () => {
  const place = await newPlace()
  writeFileSync(join(place.dataDir, 'lock'), '1 ')
  await expect(restore(made.folder, place, { progress })).rejects.toThrow(
    /in use by another server \(process 1\)/,
  )
  rmSync(join(place.dataDir, 'lock'))

  const empty = mkdtempSync(join(folder, 'empty-'))
  const nowhere = { ...place, dataDir: empty, postgres: undefined }
  await expect(backup(nowhere, { to: join(folder, 'none'), keep: 1, progress })).rejects.toThrow(
    /no database/,
  )
  writeFileSync(join(empty, 'puente.db'), 'This is a letter. '.repeat(1000))
  await expect(backup(nowhere, { to: join(folder, 'none'), keep: 1, progress })).rejects.toThrow(
    /cannot be read/,
  )
  expect(readdirSync(join(folder, 'none'))).toEqual([])
})
