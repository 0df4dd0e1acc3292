import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { newFileName, newId, now } from '../lib/ids.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { fileReferencesQuery } from './clean-up.queries.ts'
import { removeUnusedFiles } from './clean-up.ts'
import { retireFile } from './files.queries.ts'
import { requireOwnFile } from './own-files.ts'
import { toSignedUrl } from './signed-urls.ts'
import { storeChatImage, storeImage, storePdf } from './store-file.ts'

const server = await startServer()
const { db, dataDir } = server
const ana = await buildDeveloper(server)
const rosa = await buildRecruiter(server)
const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24c' } })
  .png()
  .toBuffer()

const HOUR_MS = 3_600_000
let clock = Date.now()
const passHours = async (hours: number) => {
  clock += hours * HOUR_MS
  await removeUnusedFiles(server, new Date(clock))
}
const folders = () => readdirSync(join(dataDir, 'files'))
const isServed = async (stored: string) => (await fetch(server.url + stored)).status === 200
const store = (ownerId: string) => storeImage(server, { id: ownerId }, png)

describe('the clean-up of uploads', () => {
  test('deletes uploads without references for a day, bytes and row (F6)', async () => {
    const lost = await store(ana.id)
    await passHours(1)
    await passHours(23)
    expect(await isServed(lost)).toBe(true)
    await passHours(1)
    expect(await isServed(lost)).toBe(false)
    expect(folders()).toEqual([])
    expect(await db.selectFrom('files').select('id').execute()).toEqual([])
  })

  test('keeps every referenced upload, also of deleted rows (F6, decision 36)', async () => {
    const [avatar, gallery, logo, institute, film] = await Promise.all([
      store(ana.id),
      store(ana.id),
      store(ana.id),
      store(ana.id),
      store(rosa.id),
    ])
    const resume = await storePdf(server, ana, Buffer.from('%PDF-1.7'))
    const dataUrl = `data:image/png;base64,${png.toString('base64')}`
    const image = await storeChatImage(server, ana, dataUrl)

    await db.updateTable('users').set({ avatar, resume }).where('id', '=', ana.id).execute()
    await db
      .updateTable('users')
      .set({ multimedia: JSON.stringify(['https://elsewhere.example/a.png', film]) })
      .where('id', '=', rosa.id)
      .execute()
    const created = { created_at: now(), updated_at: now(), deleted_at: now() }
    await db
      .insertInto('projects')
      .values({
        ...{ id: newId(), owner_id: ana.id, title: 'x', category: 'Backend', year: 2020, ...created },
        gallery: JSON.stringify([gallery]),
      })
      .execute()
    const period = { start_month: '2020-01', end_month: null, sort_end: '9999-12', ...created }
    await db
      .insertInto('experiences')
      .values({ id: newId(), owner_id: ana.id, company: 'x', position: 'x', company_logo: logo, ...period })
      .execute()
    await db
      .insertInto('studies')
      .values({
        ...{ id: newId(), owner_id: ana.id, degree: 'x', institute_name: 'x' },
        ...{ institute_logo: institute, ...period },
      })
      .execute()
    await insertMessage(image)

    for (let day = 0; day < 3; day += 1) await passHours(25)
    for (const stored of [
      avatar,
      gallery,
      logo,
      institute,
      film,
      resume,
      toSignedUrl(server, image).slice(server.url.length),
    ]) {
      expect(await isServed(stored ?? '')).toBe(true)
    }
    expect(folders()).toHaveLength(7)
  })

  test('restarts the grace period when an upload is referenced again or about to be (F3, F6)', async () => {
    const [again, about] = [await store(ana.id), await store(ana.id)]
    await passHours(1)
    await db.updateTable('users').set({ avatar: again }).where('id', '=', ana.id).execute()
    await requireOwnFile(server, ana.id, about, 'image', 'avatar')
    await passHours(30)
    await db.updateTable('users').set({ avatar: '' }).where('id', '=', ana.id).execute()
    await passHours(1)
    expect([await isServed(again), await isServed(about)]).toEqual([true, true])
    await passHours(25)
    expect([await isServed(again), await isServed(about)]).toEqual([false, false])
  })

  test('deletes the bytes of a retired CV after a day (F5)', async () => {
    const cv = await storePdf(server, ana, Buffer.from('%PDF-1.7'))
    const folder = cv.slice('/files/'.length, -'.pdf'.length)
    await db.transaction().execute((tx) => retireFile(tx, cv))
    const inHours = (hours: number) => removeUnusedFiles(server, new Date(Date.now() + hours * HOUR_MS))
    await inHours(23)
    expect(folders()).toContain(folder)
    await inHours(25)
    expect(folders()).not.toContain(folder)
  })

  test('deletes leftovers of a crash from the store after a day (F6)', async () => {
    const saved = await store(ana.id)
    await db.updateTable('users').set({ avatar: saved }).where('id', '=', ana.id).execute()
    const [old, young] = [newFileName(), 'unfinished-4f1c']
    for (const folder of [old, young]) {
      mkdirSync(join(dataDir, 'files', folder))
      writeFileSync(join(dataDir, 'files', folder, 'full.webp'), png)
    }
    const stored = new Date(clock)
    for (const folder of [old, young]) utimesSync(join(dataDir, 'files', folder), stored, stored)
    await passHours(23)
    expect(folders()).toEqual(expect.arrayContaining([old, young]))
    await passHours(2)
    expect(folders()).not.toEqual(expect.arrayContaining([old]))
    expect(folders()).not.toEqual(expect.arrayContaining([young]))
    expect(await isServed(saved)).toBe(true)
  })

  test('processes more files than fit into one batch', async () => {
    const values = Array.from({ length: 450 }, () => ({
      ...{ id: newId(), name: `${newFileName()}.webp`, kind: 'image' as const, owner_id: rosa.id },
      ...{ content_type: 'image/webp', bytes: 1, created_at: now() },
    }))
    await db.insertInto('files').values(values).execute()
    await passHours(1)
    await passHours(25)
    const names = values.map(({ name }) => name)
    expect(await db.selectFrom('files').select('id').where('name', 'in', names).execute()).toEqual([])
  })

  test.runIf(server.engine === 'sqlite')('reads by index only (G9)', async () => {
    const steps = await fileReferencesQuery(db, '', 200).explain<{ detail: string }>(
      undefined,
      sql`query plan`,
    )
    const details = steps.map(({ detail }) => detail)
    expect(details.filter((detail) => /^SCAN/.test(detail) && !detail.includes('USING'))).toEqual([])
    expect(details.join()).toContain('messages_image')
    expect(details.join()).toContain('COVERING INDEX projects_galleries')
  })
})

async function insertMessage(image: string): Promise<void> {
  const [low_id = '', high_id = ''] = [ana.id, rosa.id].sort()
  const conversation_id = newId()
  await db
    .insertInto('conversations')
    .values({ id: conversation_id, low_id, high_id, created_at: now() })
    .execute()
  await db
    .insertInto('messages')
    .values({
      ...{ id: newId(), conversation_id, seq: 1, sender_id: ana.id, receiver_id: rosa.id },
      ...{ text: '', image, created_at: now() },
    })
    .execute()
}
