import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { buildUpload } from '../test/uploads.ts'
import { retireFile } from './files.queries.ts'
import { requireOwnFile } from './own-files.ts'
import { requireUnchangedOrOwnFile, requireUnchangedOrOwnFiles } from './unchanged-files.ts'

const server = await startServer()
const ana = await buildDeveloper(server)
const eve = await buildDeveloper(server)

const refusal = { status: 400, code: 'VALIDATION', fields: { avatar: 'Please upload this file first.' } }

describe('a stored URL', () => {
  test('of our host must be an upload of the caller and of the right kind (F3)', async () => {
    const image = await buildUpload(server, ana, 'image')
    const stored = image.replace(server.url, '')
    expect(await requireOwnFile(server, ana.id, image, 'image', 'avatar')).toBe(stored)
    expect(await requireOwnFile(server, ana.id, stored, 'image', 'avatar')).toBe(stored)
    expect(await requireOwnFile(server, ana.id, '', 'image', 'avatar')).toBe('')

    await expect(requireOwnFile(server, eve.id, image, 'image', 'avatar')).rejects.toMatchObject(refusal)
    await expect(requireOwnFile(server, ana.id, image, 'pdf', 'avatar')).rejects.toMatchObject(refusal)
    const pdf = await buildUpload(server, ana, 'pdf')
    await expect(requireOwnFile(server, ana.id, pdf, 'image', 'avatar')).rejects.toMatchObject(refusal)
    const chat = await buildUpload(server, ana, 'chat')
    await expect(requireOwnFile(server, ana.id, chat, 'image', 'avatar')).rejects.toMatchObject(refusal)
    const elsewhere = `${server.url}/api/users/logout`
    await expect(requireOwnFile(server, ana.id, elsewhere, 'image', 'avatar')).rejects.toMatchObject(refusal)
  })

  test('of a foreign host may be an image over HTTPS where these are allowed, never a resume (F3)', async () => {
    const foreign = 'https://images.example/ana.png'
    expect(await requireOwnFile(server, ana.id, foreign, 'image', 'avatar')).toBe(foreign)
    await expect(requireOwnFile(server, ana.id, foreign, 'pdf', 'avatar')).rejects.toMatchObject(refusal)
    for (const bad of [
      'http://images.example/ana.png',
      'https://user@images.example/a.png',
      'javascript:1',
    ]) {
      await expect(requireOwnFile(server, ana.id, bad, 'image', 'avatar')).rejects.toMatchObject({
        status: 400,
      })
    }
  })

  test('of a foreign host is refused by default; one that is stored already may stay (F3)', async () => {
    const foreign = 'https://images.example/ana.png'
    const { EXTERNAL_IMAGES } = readConfig({})
    const services = { db: server.db, config: { ...server.config, EXTERNAL_IMAGES } }
    const file = { url: foreign, kind: 'image', field: 'avatar' } as const
    await expect(requireOwnFile(services, ana.id, foreign, 'image', 'avatar')).rejects.toMatchObject(refusal)
    await expect(requireUnchangedOrOwnFile(services, ana.id, { ...file, current: [] })).rejects.toMatchObject(
      refusal,
    )
    expect(await requireUnchangedOrOwnFile(services, ana.id, { ...file, current: [foreign] })).toBe(foreign)
  })

  test('in a list is refused under its index (F3)', async () => {
    const image = await buildUpload(server, ana, 'image')
    const theirs = await buildUpload(server, eve, 'image')
    const files = { urls: [image, theirs], current: [], kind: 'image', field: 'gallery' } as const
    await expect(requireUnchangedOrOwnFiles(server, ana.id, files)).rejects.toMatchObject({
      fields: { 'gallery.1': 'Please upload this file first.' },
    })
  })

  test('of a retired upload is refused (F5)', async () => {
    const pdf = await buildUpload(server, ana, 'pdf')
    const stored = await requireOwnFile(server, ana.id, pdf, 'pdf', 'resume')
    await server.db.transaction().execute((tx) => retireFile(tx, stored))
    await expect(requireOwnFile(server, ana.id, pdf, 'pdf', 'resume')).rejects.toMatchObject({ status: 400 })
    await server.db.transaction().execute((tx) => retireFile(tx, ''))
    await server.db.transaction().execute((tx) => retireFile(tx, 'https://elsewhere.example/x.pdf'))
  })
})
