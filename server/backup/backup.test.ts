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
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
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
import { runCommand } from '../test/operator.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { treeOf } from '../test/trees.ts'
import { eraseUserAtOnce } from '../users/erasure.ts'
import { backup } from './backup.ts'
import { copyToBucket, listBackups, openBackupBucket } from './backup-bucket.ts'
import { checkBackup, type Manifest, readSums } from './manifest.ts'
import { withPlainBackup } from './plain-backup.ts'
import { noProgress as progress } from './progress.ts'
import { eraseAgain, listErasures } from './repeat-erasures.ts'
import { bytesNeeded, type RestoreTarget, restore, undoRestore } from './restore.ts'
import { createSeal } from './seal.ts'
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

test('its time is a row of the database and a metric, wherever the command ran', async () => {
  rmSync(join(server.dataDir, 'last-backup'))
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const [, time] = /^backup_time_seconds\{of="data"\} ([\d.]+)$/m.exec(metrics) ?? []
  expect(Math.abs(Date.parse(made.manifest.madeAt) / 1000 - Number(time))).toBeLessThan(60)
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

test('an upload that has not been written since the backup before is not read again', async () => {
  const own = join(folder, 'unread')
  const fileIn = (made: { folder: string }) => join(made.folder, 'files', upload.name, 'full.webp')
  const first = fileIn(await backup(storageOf(server), { to: own, keep: 2, progress, at: new Date(0) }))
  const { mtime } = statSync(first)
  writeFileSync(first, randomBytes(3000))
  utimesSync(first, mtime, mtime)
  const second = fileIn(await backup(storageOf(server), { to: own, keep: 2, progress }))
  expect(statSync(second).ino).toBe(statSync(first).ino)
})

test('leftovers of a killed backup or restore are removed by the next one, but nothing that may be in use', async () => {
  const into = join(folder, 'abandoned')
  const config = readConfig({ DATA_DIR: mkdtempSync(join(folder, 'place-')), MAIL: 'outbox' })
  const old = new Date(Date.now() - 3 * 24 * 3600_000)
  for (const place of [join(into, '.unfinished-puente-'), join(config.DATA_DIR, 'incoming-')]) {
    for (const name of ['old', 'new']) mkdirSync(place + name, { recursive: true })
    writeFileSync(join(`${place}old`, 'puente.db'), 'personal data')
    utimesSync(`${place}old`, old, old)
  }
  const made = await backup(storageOf(server), { to: into, keep: 1, progress })
  await withPlainBackup(made.folder, { config, identityFile: undefined, progress }, async () => {})
  expect(readdirSync(into).filter((name) => name.startsWith('.'))).toEqual(['.unfinished-puente-new'])
  expect(readdirSync(config.DATA_DIR)).toEqual(['incoming-new'])
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

describe('an encrypted backup', async () => {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const identityFile = join(folder, 'key.txt')
  writeFileSync(identityFile, `# of the tests\n${identity}\n`)
  const config = readConfig({ DATA_DIR: mkdtempSync(join(folder, 'opened-')) })
  const own = join(folder, 'sealed')
  const at = (day: number) => new Date(Date.UTC(2026, 1, day))
  const sealedBackup = async (day: number, recipients = [recipient]) =>
    backup(storageOf(server), { to: own, keep: 9, progress, at: at(day), seal: await createSeal(recipients) })

  test('holds nothing readable, and restores with the key alone', async () => {
    const sealed = await sealedBackup(1)
    const paths = Object.keys(treeOf(sealed.folder))
    expect(paths.filter((path) => /\.(db|json|webp)$|secret$/.test(path))).toEqual([])
    const bytes = Buffer.concat(
      [...readSums(sealed.folder).keys()].map((path) => readFileSync(join(sealed.folder, path))),
    )
    expect(bytes.includes('SQLite format')).toBe(false)
    expect(bytes.includes(upload.full)).toBe(false)

    const place = await newPlace()
    const open = (identityFile?: string) =>
      withPlainBackup(sealed.folder, { config, identityFile, progress }, (plain) =>
        restore(plain, place, { progress }),
      )
    await expect(open()).rejects.toThrow(/is encrypted/)
    const other = join(folder, 'other-key.txt')
    writeFileSync(other, await generateIdentity())
    await expect(open(other)).rejects.toThrow(/cannot be decrypted/)
    expect(await open(identityFile)).toEqual(sealed.manifest)
    expect(await place.files.read(upload.name, 'full.webp')).toEqual(upload.full)
    expect(readdirSync(config.DATA_DIR)).toEqual([])
  })

  test('links uploads of the previous one, unless it was for other keys', async () => {
    const inode = ({ folder }: { folder: string }) =>
      statSync(join(folder, 'files', upload.name, 'full.webp.age')).ino
    const [second, third] = [await sealedBackup(2), await sealedBackup(3)]
    expect(inode(third)).toBe(inode(second))
    const another = await identityToRecipient(await generateIdentity())
    expect(inode(await sealedBackup(4, [another]))).not.toBe(inode(third))
  })
})

test('a copy in a bucket holds each file once, and restores; older ones are removed', async () => {
  const s3 = await startS3()
  const { settings, objects } = s3
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(folder, 'fetched-')),
    BACKUP_S3_ENDPOINT: settings.S3_ENDPOINT,
    BACKUP_S3_BUCKET: settings.S3_BUCKET,
    BACKUP_S3_REGION: settings.S3_REGION,
    BACKUP_S3_ACCESS_KEY: settings.S3_ACCESS_KEY,
    BACKUP_S3_SECRET_KEY: settings.S3_SECRET_KEY,
  })
  const bucket = openBackupBucket(config)
  if (!bucket) throw new Error('no bucket')
  const copied = async (day: number, keep: number) => {
    const at = new Date(Date.UTC(2026, 2, day))
    const copy = (made: string, sums: ReadonlyMap<string, string>) => {
      // Unavailable for a moment: the call is retried.
      s3.isDown = day === 1
      setTimeout(() => {
        s3.isDown = false
      }, 400)
      return copyToBucket(bucket, made, { name: made.slice(-23), sums: new Map(sums), keep, progress })
    }
    return backup(storageOf(server), { to: join(folder, 'copied'), keep: 5, progress, at, onComplete: copy })
  }
  await copied(1, 5)
  const first = new Set(objects.keys())
  const { folder: last } = await copied(2, 5)
  const sum = readSums(last).get(`files/${upload.name}/full.webp`)
  expect(first).toContain(`objects/${sum}`)
  expect(await listBackups(bucket)).toEqual(['puente-20260301T000000Z', 'puente-20260302T000000Z'])

  // Files without a manifest are removed after a day.
  for (const stored of objects.values()) stored.at = new Date(Date.now() - 48 * 3600 * 1000)
  await copied(3, 1)
  expect(await listBackups(bucket)).toEqual(['puente-20260303T000000Z'])
  const database = (list: string) => readSums(join(folder, 'copied', list)).get('manifest.json')
  expect(objects.has(`objects/${database('puente-20260301T000000Z')}`)).toBe(false)

  const place = await newPlace()
  const fetched = (from: string) =>
    withPlainBackup(from, { config, identityFile: undefined, progress }, (plain) =>
      restore(plain, place, { progress }),
    )
  await expect(fetched('s3:puente-20260301T000000Z')).rejects.toThrow(/There are: puente-20260303T000000Z/)
  await fetched('s3:puente-20260303T000000Z')
  expect(await place.files.read(upload.name, 'full.webp')).toEqual(upload.full)
  expect(readdirSync(config.DATA_DIR)).toEqual([])
})

test('a backup without files restores rows and leaves uploads as they are', async () => {
  const own = join(folder, 'rows-only')
  const { folder: rows, manifest } = await backup(storageOf(server), {
    to: own,
    keep: 1,
    progress,
    withoutFiles: true,
  })
  expect(manifest).toMatchObject({ files: 0, withoutFiles: true })
  expect(existsSync(join(rows, 'files'))).toBe(false)
  const place = await newPlace()
  await restore(made.folder, place, { progress })
  await restore(rows, place, { progress })
  expect(await place.files.read(upload.name, 'full.webp')).toEqual(upload.full)
  await undoRestore(place, { progress })
  expect(await place.files.read(upload.name, 'full.webp')).toEqual(upload.full)
})

test('an upload missing in the backup is reported, and the rest is restored on request', async () => {
  const copy = mkdtempSync(join(folder, 'incomplete-'))
  cpSync(made.folder, copy, { recursive: true })
  rmSync(join(copy, 'files', upload.name, 'full.webp'))
  const said: string[] = []
  const place = await newPlace()
  await expect(restore(copy, place, { progress })).rejects.toThrow(/full\.webp .*--allow-missing/)
  await restore(copy, place, {
    progress: { ...progress, say: (line) => said.push(line) },
    allowMissing: true,
  })
  expect(said.join()).toContain(`Not restored: files/${upload.name}/full.webp`)
  const services = await place.open()
  expect(await services.db.selectFrom('files').select('name').execute()).toHaveLength(1)
  expect((await services.db.selectFrom('messages').select('id').execute()).length).toBeGreaterThan(19)
  await services.close()
})

test.each(['the data that it replaces', 'the data directory', 'the bucket of the backups'])(
  'a restore repeats the erasures made since, known by %s',
  async (known) => {
    const { settings } = await startS3()
    const inBucket = Object.entries(settings).map(([name, value]) => [`BACKUP_${name}`, value])
    const dataDir = mkdtempSync(join(folder, 'erased-'))
    const isBucket = known === 'the bucket of the backups'
    const config = readConfig({
      DATA_DIR: dataDir,
      ...(await engineSettings()),
      ...(isBucket && Object.fromEntries(inBucket)),
    })
    const services = await openServices(config, log)
    const leaving = await buildDeveloper(services, { name: 'Leaving' })
    const staying = await buildDeveloper(services)
    const place = storageOf({ ...services, dataDir })
    const { folder: from } = await backup(place, { to: join(dataDir, 'backups'), keep: 1, progress })
    await eraseUserAtOnce(services, leaving.id)
    await services.close()

    if (known !== 'the data that it replaces')
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `puente.db${end}`), { force: true })
    if (known !== 'the data directory') rmSync(join(dataDir, 'erased-ids'))
    const erasures = await listErasures(config)
    expect([...erasures]).toEqual([leaving.id])
    await restore(from, place, { progress })
    expect(await eraseAgain(config, erasures)).toBe(1)
    expect([...(await listErasures(config))]).toEqual([leaving.id])
    // A second restore repeats the erasure, and records it no second time.
    await restore(from, place, { progress })
    expect(await eraseAgain(config, await listErasures(config))).toBe(1)
    expect(readFileSync(join(dataDir, 'erased-ids'), 'utf8')).toMatch(new RegExp(`^${leaving.id} \\S+\n$`))
    const after = await openServices(config, log)
    const rows = await after.db.selectFrom('users').select(['id', 'name', 'erased_at']).execute()
    await after.close()
    expect(rows.find(({ id }) => id === leaving.id)).toMatchObject({
      name: '',
      erased_at: expect.any(String),
    })
    expect(rows.find(({ id }) => id === staying.id)).toMatchObject({ erased_at: null })
  },
)

test('an undo of a restore repeats the erasures made since the restore', async () => {
  const settings = { DATA_DIR: mkdtempSync(join(folder, 'undone-')), ...(await engineSettings()) }
  const config = readConfig(settings)
  const services = await openServices(config, log)
  const leaving = await buildDeveloper(services)
  const place = storageOf({ ...services, dataDir: config.DATA_DIR })
  const { folder: from } = await backup(place, { to: join(config.DATA_DIR, 'backups'), keep: 1, progress })
  await services.close()
  await restore(from, place, { progress })
  const restored = await openServices(config, log)
  await eraseUserAtOnce(restored, leaving.id)
  await restored.close()

  const undone = await runCommand(settings, 'restore', '--undo')
  expect(undone).toMatchObject({ code: 0, err: 'Erased again: 1 who had been erased meanwhile.' })
  const after = await openServices(config, log)
  const rows = await after.db.selectFrom('users').select(['id', 'erased_at']).execute()
  await after.close()
  expect(rows).toEqual([{ id: leaving.id, erased_at: expect.any(String) }])
})

test('a restore requires only the space that it takes in the data directory', () => {
  // Reading the copied database leaves its shared memory behind.
  const all = Object.keys(treeOf(made.folder))
    .filter((path) => !/-(?:shm|wal)$/.test(path))
    .map((path) => join(made.folder, path))
  const bytesOf = (paths: string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0)
  const files = all.filter((path) => path.includes('/files/'))
  expect(files.length).toBeGreaterThan(1)
  const postgres = { url: 'postgres://localhost/puente', schema: undefined }
  const needed = (target: Partial<RestoreTarget>) =>
    bytesNeeded(made.folder, { dataDir: join(folder, 'nothing'), postgres: undefined, ...target })
  const rows = bytesOf(all.filter((path) => !files.includes(path) && !path.endsWith('SHA256SUMS')))
  expect(needed({})).toBe(rows + bytesOf(files))
  expect(needed({ hasBucket: true })).toBe(rows)
  expect(needed({ postgres })).toBe(rows + bytesOf(files))
  // Existing files are not copied again.
  expect(needed({ postgres, dataDir: made.folder })).toBe(rows)
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

test('a restore over a running server and a backup of a damaged database are refused', async () => {
  const place = await newPlace()
  writeFileSync(join(place.dataDir, 'lock'), '1 ')
  await expect(restore(made.folder, place, { progress })).rejects.toThrow(
    /in use by another server \(process 1\)/,
  )
  // Before anything is fetched from the bucket: nothing listens there.
  const settings = {
    DATA_DIR: place.dataDir,
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
  }
  const keys = { BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'secret' }
  const refused = await runCommand(
    { ...settings, ...keys },
    'restore',
    '--from',
    's3:puente-20260301T000000Z',
  )
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/in use by another server \(process 1\)/),
  })
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
