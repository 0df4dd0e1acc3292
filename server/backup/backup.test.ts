import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { search } from '../search/search.ts'
import { storageOf, withBackup } from '../test/backups.ts'
import { buildOffer, buildRecruiter } from '../test/builders.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { treeOf } from '../test/trees.ts'
import { backup } from './backup.ts'
import { copyToBucket, listBackups, openBackupBucket } from './backup-bucket.ts'
import { readSums } from './manifest.ts'
import { withPlainBackup } from './plain-backup.ts'
import { noProgress as progress } from './progress.ts'
import { restore, undoRestore } from './restore.ts'
import { createSeal } from './seal.ts'

const server = await startServer({}, { alone: true })
const { folder, taken, newTarget } = withBackup(server)

test('a backup taken during writes restores elsewhere, complete and working (D-4)', async () => {
  const target = await newTarget()
  const manifest = await restore(taken.made.folder, target, { progress })
  expect(manifest).toEqual(taken.made.manifest)

  const services = await target.open()
  const messages = await services.db.selectFrom('messages').select(['id', 'seq']).orderBy('seq').execute()
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(taken.sentBefore))
  expect(await target.files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
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
  expect(statSync(taken.made.folder).mode & 0o077).toBe(0)
  for (const path of ['puente.db', 'manifest.json', 'SHA256SUMS']) {
    expect(statSync(join(taken.made.folder, path)).mode & 0o077).toBe(0)
  }
  const sums = readFileSync(join(taken.made.folder, 'SHA256SUMS'), 'utf8')
  expect(sums).toMatch(/^([0-9a-f]{64} {2}\S+\n)+$/)
  expect(sums).toContain(`  files/${taken.upload.name}/full.webp\n`)
})

test('the time of a backup is stored in the database and exported as a metric, wherever the command ran', async () => {
  rmSync(join(server.dataDir, 'last-backup'))
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const [, time] = /^backup_time_seconds\{of="data"\} ([\d.]+)$/m.exec(metrics) ?? []
  expect(Math.abs(Date.parse(taken.made.manifest.madeAt) / 1000 - Number(time))).toBeLessThan(60)
})

test('a backup links the uploads of the previous one; only the newest backups are retained', async () => {
  const own = join(folder, 'kept')
  for (let day = 1; day <= 3; day += 1) {
    const at = new Date(Date.UTC(2026, 0, day))
    await backup(storageOf(server), { to: own, keep: 2, progress, at })
  }
  const remaining = readdirSync(own).sort()
  expect(remaining).toEqual(['puente-20260102T000000Z', 'puente-20260103T000000Z'])
  const full = (name = '') => statSync(join(own, name, 'files', taken.upload.name, 'full.webp')).ino
  expect(full(remaining[0])).toBe(full(remaining[1]))
  // Foreign folders are not deleted; a corrupt file is copied from the store again.
  mkdirSync(join(own, 'mine'))
  const rotten = join(own, remaining[1] ?? '', 'files', taken.upload.name, 'full.webp')
  writeFileSync(rotten, randomBytes(3000))
  const next = await backup(storageOf(server), { to: own, keep: 1, progress })
  expect(readFileSync(join(next.folder, 'files', taken.upload.name, 'full.webp'))).toEqual(taken.upload.full)
  expect(readdirSync(own).sort()).toEqual(['mine', next.folder.slice(own.length + 1)])
})

test('an upload that is unchanged since the previous backup is not read again', async () => {
  const own = join(folder, 'unread')
  const fileIn = (made: { folder: string }) => join(made.folder, 'files', taken.upload.name, 'full.webp')
  const first = fileIn(await backup(storageOf(server), { to: own, keep: 2, progress, at: new Date(0) }))
  const { mtime } = statSync(first)
  writeFileSync(first, randomBytes(3000))
  utimesSync(first, mtime, mtime)
  const second = fileIn(await backup(storageOf(server), { to: own, keep: 2, progress }))
  expect(statSync(second).ino).toBe(statSync(first).ino)
})

test('leftovers of a killed backup or restore are removed by the next one, but nothing that may be in use', async () => {
  const into = join(folder, 'abandoned')
  const config = readConfig({ DATA_DIR: mkdtempSync(join(folder, 'target-')), MAIL: 'outbox' })
  const old = new Date(Date.now() - 3 * 24 * 3600_000)
  for (const prefix of [join(into, '.unfinished-puente-'), join(config.DATA_DIR, 'incoming-')]) {
    for (const name of ['old', 'new']) mkdirSync(prefix + name, { recursive: true })
    writeFileSync(join(`${prefix}old`, 'puente.db'), 'personal data')
    utimesSync(`${prefix}old`, old, old)
  }
  const made = await backup(storageOf(server), { to: into, keep: 1, progress })
  await withPlainBackup(made.folder, { config, identityFile: undefined, progress }, async () => {})
  expect(readdirSync(into).filter((name) => name.startsWith('.'))).toEqual(['.unfinished-puente-new'])
  expect(readdirSync(config.DATA_DIR)).toEqual(['incoming-new'])
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

  test('contains nothing readable, and restores with the key alone', async () => {
    const sealed = await sealedBackup(1)
    const paths = Object.keys(treeOf(sealed.folder))
    expect(paths.filter((path) => /\.(db|json|webp)$|secret$/.test(path))).toEqual([])
    const bytes = Buffer.concat(
      [...readSums(sealed.folder).keys()].map((path) => readFileSync(join(sealed.folder, path))),
    )
    expect(bytes.includes('SQLite format')).toBe(false)
    expect(bytes.includes(taken.upload.full)).toBe(false)

    const target = await newTarget()
    const open = (identityFile?: string) =>
      withPlainBackup(sealed.folder, { config, identityFile, progress }, (plain) =>
        restore(plain, target, { progress }),
      )
    await expect(open()).rejects.toThrow(/is encrypted/)
    const other = join(folder, 'other-key.txt')
    writeFileSync(other, await generateIdentity())
    await expect(open(other)).rejects.toThrow(/cannot be decrypted/)
    expect(await open(identityFile)).toEqual(sealed.manifest)
    expect(await target.files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
    expect(readdirSync(config.DATA_DIR)).toEqual([])
  })

  test('links uploads of the previous one, unless that was encrypted for other keys', async () => {
    const inode = ({ folder }: { folder: string }) =>
      statSync(join(folder, 'files', taken.upload.name, 'full.webp.age')).ino
    const [second, third] = [await sealedBackup(2), await sealedBackup(3)]
    expect(inode(third)).toBe(inode(second))
    const another = await identityToRecipient(await generateIdentity())
    expect(inode(await sealedBackup(4, [another]))).not.toBe(inode(third))
  })
})

test('a copy in a bucket stores each file once, and restores; older ones are removed', async () => {
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
  const sum = readSums(last).get(`files/${taken.upload.name}/full.webp`)
  expect(first).toContain(`objects/${sum}`)
  expect(await listBackups(bucket)).toEqual(['puente-20260301T000000Z', 'puente-20260302T000000Z'])

  // Files without a manifest are removed after a day.
  for (const stored of objects.values()) stored.at = new Date(Date.now() - 48 * 3600 * 1000)
  await copied(3, 1)
  expect(await listBackups(bucket)).toEqual(['puente-20260303T000000Z'])
  const database = (list: string) => readSums(join(folder, 'copied', list)).get('manifest.json')
  expect(objects.has(`objects/${database('puente-20260301T000000Z')}`)).toBe(false)

  const target = await newTarget()
  const fetched = (from: string) =>
    withPlainBackup(from, { config, identityFile: undefined, progress }, (plain) =>
      restore(plain, target, { progress }),
    )
  await expect(fetched('s3:puente-20260301T000000Z')).rejects.toThrow(/There are: puente-20260303T000000Z/)
  await fetched('s3:puente-20260303T000000Z')
  expect(await target.files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
  expect(readdirSync(config.DATA_DIR)).toEqual([])
})

test('a backup succeeds although the data directory cannot record it, such as a full one', async () => {
  const target = await newTarget()
  // Cannot be written.
  symlinkSync('last-backup', join(target.dataDir, 'last-backup'))
  const lines: string[] = []
  const { folder: complete } = await backup(target, {
    to: join(folder, 'not-noted'),
    keep: 1,
    progress: { ...progress, log: (line) => lines.push(line) },
  })
  expect(lines.join()).toContain('The data directory could not note this backup: ELOOP')
  expect(readFileSync(join(complete, 'SHA256SUMS'), 'utf8')).toContain('puente.db')
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
  const target = await newTarget()
  await restore(taken.made.folder, target, { progress })
  await restore(rows, target, { progress })
  expect(await target.files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
  await undoRestore(target, { progress })
  expect(await target.files.read(taken.upload.name, 'full.webp')).toEqual(taken.upload.full)
})

test('a backup of a damaged database is refused', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const nowhere = { ...storageOf(server), dataDir: empty, postgres: undefined }
  await expect(backup(nowhere, { to: join(folder, 'none'), keep: 1, progress })).rejects.toThrow(
    /no database/,
  )
  writeFileSync(join(empty, 'puente.db'), 'This is a letter. '.repeat(1000))
  await expect(backup(nowhere, { to: join(folder, 'none'), keep: 1, progress })).rejects.toThrow(
    /cannot be read/,
  )
  expect(readdirSync(join(folder, 'none'))).toEqual([])
})
