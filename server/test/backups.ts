import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { backup } from '../backup/backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import { noProgress as progress } from '../backup/progress.ts'
import type { RestoreTarget } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { newFileName, newId, now } from '../lib/ids.ts'
import { openServices } from '../open-services.ts'
import { buildApplication, buildDeveloper, buildOffer, buildProject, buildRecruiter } from './builders.ts'
import { engineSettings } from './database.ts'
import type { TestServer } from './server.ts'

export const log = pino({ level: 'silent' })

export const storageOf = ({ config, files, dataDir }: Pick<TestServer, 'config' | 'files' | 'dataDir'>) => ({
  dataDir,
  postgres: config.DATABASE_URL ? { url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA } : undefined,
  files,
})

type StoredUpload = { name: string; full: Buffer }

/** An upload with bytes, as the server stores it. */
export async function buildStoredUpload(
  owner: { id: string },
  { db, files }: Pick<TestServer, 'db' | 'files'>,
): Promise<StoredUpload> {
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
export type Target = RestoreTarget & { open: () => ReturnType<typeof openServices> }

/** A folder for the backups of a test file, removed after it, with one backup taken while messages are sent. */
export function withBackup(server: TestServer) {
  const folder = mkdtempSync(join(tmpdir(), 'puente-backup-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const taken = {} as {
    made: { folder: string; manifest: Manifest }
    upload: StoredUpload
    /** Messages acknowledged before it began. */
    sentBefore: string[]
  } // filled below
  beforeAll(async () => {
    Object.assign(taken, await backupDuringWrites(server, join(folder, 'backups')))
  })
  return {
    folder,
    taken,
    async newTarget(): Promise<Target> {
      const dataDir = mkdtempSync(join(folder, 'target-'))
      const config = readConfig({ DATA_DIR: dataDir, ...(await engineSettings()) })
      const services = await openServices(config, log)
      await services.close()
      return { ...storageOf({ ...services, dataDir }), open: () => openServices(config, log) }
    },
  }
}

async function backupDuringWrites(server: TestServer, to: string) {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
  const recruiter = await buildRecruiter(server)
  const offer = await buildOffer(server, recruiter, { position: 'Keeper of the lighthouse' })
  await buildApplication(server, offer, ana)
  await buildProject(server, ana)
  const upload = await buildStoredUpload(ana, server)

  let isOver = false
  const sentBefore: string[] = []
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
  const made = await backup(storageOf(server), { to, keep: 14, progress })
  isOver = true
  await sending
  return { made, upload, sentBefore }
}
