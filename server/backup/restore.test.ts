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
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createFileStore } from '../files/disk-store.ts'
import { createS3Store } from '../files/s3-store.ts'
import { openServices } from '../open-services.ts'
import { buildStoredUpload, log, storageOf, type Target, withBackup } from '../test/backups.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { engineSettings } from '../test/database.ts'
import { runCommand } from '../test/operator.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { treeOf } from '../test/trees.ts'
import { eraseUserAtOnce } from '../users/erasure.ts'
import { backup } from './backup.ts'
import { checkBackup } from './manifest.ts'
import { noProgress as progress } from './progress.ts'
import { eraseAgain, listErasures } from './repeat-erasures.ts'
import { bytesNeeded, type RestoreTarget, restore, undoRestore } from './restore.ts'
import { rollBackInterruptedSwap } from './swap-data.ts'

const server = await startServer({}, { alone: true })
const { folder, taken, newTarget } = withBackup(server)

describe('a backup is refused without any change (D-4)', () => {
  const change = (file: string) => {
    const bytes = readFileSync(file)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }
  let target: RestoreTarget
  beforeAll(async () => {
    target = await newTarget()
  })
  const inUploads = (copy: string) => join(copy, 'files', taken.upload.name, 'full.webp')
  test.each<[string, (copy: string) => void, RegExp]>([
    ['a changed database', (copy) => change(join(copy, 'puente.db')), /is damaged: puente\.db has changed/],
    ['a shorter database', (copy) => truncateSync(join(copy, 'puente.db'), 4096), /puente\.db has changed/],
    ['a changed upload', (copy) => change(inUploads(copy)), /full\.webp has changed/],
    ['a missing upload', (copy) => rmSync(inUploads(copy)), /full\.webp cannot be read/],
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
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json')), /is not a backup/],
    ['sums of nothing', (copy) => writeFileSync(join(copy, 'SHA256SUMS'), ''), /is not complete/],
  ])('with %s', async (_what, damage, message) => {
    const copy = mkdtempSync(join(folder, 'damaged-'))
    cpSync(taken.made.folder, copy, { recursive: true })
    damage(copy)
    const before = treeOf(target.dataDir)
    await expect(restore(copy, target, { progress })).rejects.toThrow(message)
    expect(treeOf(target.dataDir)).toEqual(before)
  })

  test('of a newer version', async () => {
    const copy = mkdtempSync(join(folder, 'newer-'))
    cpSync(taken.made.folder, copy, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
    manifest.migrations.push('9999_future')
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest))
    await expect(checkBackup(copy, progress)).rejects.toThrow(/newer than this program/)
  })
})

/** A target with other data, to distinguish old from restored data. */
async function usedTarget(): Promise<Target> {
  const target = await newTarget()
  const services = await target.open()
  await buildRecruiter(services, { email: 'here-before@example.com' })
  await target.files.put('AbCdEfGhIjKlMnOpQrStUv', { 'full.webp': Buffer.from('old') }, 'image/webp')
  await services.close()
  return target
}

async function emailsIn(target: Target): Promise<string[]> {
  const services = await target.open()
  const users = await services.db.selectFrom('users').select('email').execute()
  await services.close()
  return users.map(({ email }) => email)
}

describe('a failed restore rolls back (D-4)', () => {
  test.each(['stage', 'swap', 'check'] as const)('at the step %s', async (step) => {
    const target = await usedTarget()
    const before = treeOf(target.dataDir)
    const onStep = (now: string) => {
      if (now === step) throw new Error('the disk is full')
    }
    await expect(restore(taken.made.folder, target, { progress, onStep })).rejects.toThrow('the disk is full')
    if (!target.postgres) expect(treeOf(target.dataDir)).toEqual(before)
    expect(await emailsIn(target)).toEqual(['here-before@example.com'])
    await restore(taken.made.folder, target, { progress })
    expect(await emailsIn(target)).not.toContain('here-before@example.com')
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
        expect(rollBackInterruptedSwap(dataDir)).toBe(true)
        expect(treeOf(dataDir)).toEqual(before)
      }
    }
    expect(rollBackInterruptedSwap(dataDir)).toBe(false)
  })
})

test('a restore can be undone and redone', async () => {
  const target = await usedTarget()
  await expect(undoRestore(target, { progress })).rejects.toThrow(/There is no restore point/)
  await restore(taken.made.folder, target, { progress })
  const restored = await emailsIn(target)
  expect(restored).toHaveLength(taken.made.manifest.tables.users?.rows ?? 0)
  await undoRestore(target, { progress })
  expect(await emailsIn(target)).toEqual(['here-before@example.com'])
  expect(await target.files.read('AbCdEfGhIjKlMnOpQrStUv', 'full.webp')).toEqual(Buffer.from('old'))
  await undoRestore(target, { progress })
  expect(await emailsIn(target)).toEqual(restored)
  expect(await target.files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
})

describe('a failed undo of a restore keeps the restore point (D-4)', () => {
  const old = 'AbCdEfGhIjKlMnOpQrStUv'
  async function restoredTwice(): Promise<RestoreTarget> {
    const dataDir = mkdtempSync(join(folder, 'undone-'))
    const target = { dataDir, postgres: undefined, files: createFileStore(join(dataDir, 'files')) }
    await restore(taken.made.folder, target, { progress })
    await target.files.put(old, { 'full.webp': Buffer.from('old') }, 'image/webp')
    await restore(taken.made.folder, target, { progress })
    return target
  }
  const undone = async (target: RestoreTarget) => {
    await undoRestore(target, { progress })
    expect(await target.files.read(old, 'full.webp')).toEqual(Buffer.from('old'))
    expect(readdirSync(target.dataDir)).toContain('before-restore')
    expect(readdirSync(target.dataDir)).not.toContain('before-restore.returning')
  }

  test.each(['swap', 'check'] as const)('at the step %s', async (step) => {
    const target = await restoredTwice()
    const before = treeOf(target.dataDir)
    const onStep = (now: string) => {
      if (now === step) throw new Error('the disk is full')
    }
    await expect(undoRestore(target, { progress, onStep })).rejects.toThrow('the disk is full')
    // The recovery that every server start runs.
    rollBackInterruptedSwap(target.dataDir)
    expect(treeOf(target.dataDir)).toEqual(before)
    await undone(target)
  })

  test('when the restore point does not open as a database', async () => {
    const target = await restoredTwice()
    const database = join(target.dataDir, 'before-restore', 'puente.db')
    const good = readFileSync(database)
    writeFileSync(database, 'This is a letter. '.repeat(1000))
    const before = treeOf(target.dataDir)
    await expect(undoRestore(target, { progress })).rejects.toThrow(/not a database/)
    expect(treeOf(target.dataDir)).toEqual(before)
    writeFileSync(database, good)
    await undone(target)
  })

  test('on a power cut', async () => {
    const { dataDir, ...target } = await restoredTwice()
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
      expect(rollBackInterruptedSwap(dataDir)).toBe(true)
      expect(treeOf(dataDir)).toEqual(before)
    }
    await undone({ dataDir, ...target })
  })
})

test('an upload missing in the backup is reported, and the rest is restored on request', async () => {
  const copy = mkdtempSync(join(folder, 'incomplete-'))
  cpSync(taken.made.folder, copy, { recursive: true })
  rmSync(join(copy, 'files', taken.upload.name, 'full.webp'))
  const lines: string[] = []
  const target = await newTarget()
  await expect(restore(copy, target, { progress })).rejects.toThrow(/full\.webp .*--allow-missing/)
  await restore(copy, target, {
    progress: { ...progress, log: (line) => lines.push(line) },
    allowMissing: true,
  })
  expect(lines.join()).toContain(`Not restored: files/${taken.upload.name}/full.webp`)
  const services = await target.open()
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
    const target = storageOf({ ...services, dataDir })
    const { folder: from } = await backup(target, { to: join(dataDir, 'backups'), keep: 1, progress })
    await eraseUserAtOnce(services, leaving.id)
    await services.close()

    if (known !== 'the data that it replaces')
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `puente.db${end}`), { force: true })
    if (known !== 'the data directory') rmSync(join(dataDir, 'erased-ids'))
    const erasures = await listErasures(config)
    expect([...erasures]).toEqual([leaving.id])
    await restore(from, target, { progress })
    expect(await eraseAgain(config, erasures)).toBe(1)
    expect([...(await listErasures(config))]).toEqual([leaving.id])
    // A second restore repeats the erasure, and records it no second time.
    await restore(from, target, { progress })
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
  const target = storageOf({ ...services, dataDir: config.DATA_DIR })
  const { folder: from } = await backup(target, { to: join(config.DATA_DIR, 'backups'), keep: 1, progress })
  await services.close()
  await restore(from, target, { progress })
  const restored = await openServices(config, log)
  await eraseUserAtOnce(restored, leaving.id)
  await restored.close()

  const undone = await runCommand(settings, 'restore', '--undo')
  expect(undone).toMatchObject({ code: 0, err: 'Accounts erased again: 1.' })
  const after = await openServices(config, log)
  const rows = await after.db.selectFrom('users').select(['id', 'erased_at']).execute()
  await after.close()
  expect(rows).toEqual([{ id: leaving.id, erased_at: expect.any(String) }])
})

test('a restore requires only the space that it takes in the data directory', () => {
  // Reading the copied database leaves its shared memory behind.
  const all = Object.keys(treeOf(taken.made.folder))
    .filter((path) => !/-(?:shm|wal)$/.test(path))
    .map((path) => join(taken.made.folder, path))
  const bytesOf = (paths: string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0)
  const files = all.filter((path) => path.includes('/files/'))
  expect(files.length).toBeGreaterThan(1)
  const postgres = { url: 'postgres://localhost/puente', schema: undefined }
  const needed = (target: Partial<RestoreTarget>) =>
    bytesNeeded(taken.made.folder, { dataDir: join(folder, 'nothing'), postgres: undefined, ...target })
  const rows = bytesOf(all.filter((path) => !files.includes(path) && !path.endsWith('SHA256SUMS')))
  expect(needed({})).toBe(rows + bytesOf(files))
  expect(needed({ hasBucket: true })).toBe(rows)
  expect(needed({ postgres })).toBe(rows + bytesOf(files))
  // Existing files are not copied again.
  expect(needed({ postgres, dataDir: taken.made.folder })).toBe(rows)
})

test('with uploads in a bucket, an undo brings back those of the former data', async () => {
  const dataDir = mkdtempSync(join(folder, 'bucket-'))
  const files = createS3Store({ ...(await startS3()).settings })
  const target: RestoreTarget = { dataDir, postgres: undefined, files, hasBucket: true }
  const own = mkdtempSync(join(folder, 'of-bucket-'))
  await restore(taken.made.folder, target, { progress })
  expect(await files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
  expect(existsSync(join(dataDir, 'files'))).toBe(false)

  const services = await openServices(readConfig({ DATA_DIR: dataDir }), log)
  const later = await buildStoredUpload(await buildDeveloper(services), { db: services.db, files })
  await services.close()
  const second = await backup(target, { to: own, keep: 1, progress })
  expect(readFileSync(join(second.folder, 'files', later.name, 'full.webp'))).toEqual(later.full)
  await restore(taken.made.folder, target, { progress })
  // The clean-up deletes files without a row.
  await files.deleteFolder(later.name)
  await undoRestore(target, { progress })
  expect(await files.read(later.name, 'full.webp')).toEqual(later.full)
})

test('a restore over a running server is refused', async () => {
  const target = await newTarget()
  writeFileSync(join(target.dataDir, 'lock'), '1 ')
  await expect(restore(taken.made.folder, target, { progress })).rejects.toThrow(
    /in use by another server \(process 1\)/,
  )
  // Before anything is fetched from the bucket: nothing listens there.
  const settings = {
    DATA_DIR: target.dataDir,
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
  rmSync(join(target.dataDir, 'lock'))
})
