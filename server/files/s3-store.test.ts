import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGE_WIDTHS, uploadImage, uploadPdf } from '#contract/uploads.ts'
import { newFileName } from '../lib/ids.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { removeUnusedFiles } from './clean-up.ts'
import { createS3Store } from './s3-store.ts'

const s3 = await startS3()
const server = await startServer(s3.settings)
const ana = await buildDeveloper(server)
const png = await sharp({ create: { width: 900, height: 400, channels: 3, background: '#24c' } })
  .png()
  .toBuffer()
const HOUR_MS = 3_600_000

describe('uploads in a bucket', () => {
  test('are stored in all sizes, and served with the same headers and rules (F4)', async () => {
    const { status, body } = await upload(server, uploadImage, new Uint8Array(png), { as: ana })
    expect(status).toBe(201)
    const [url = ''] = body.secure_urls
    const whole = await fetch(url)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringMatching(/^public, max-age=\d+, immutable$/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(await whole.bytes()).metadata()).toMatchObject({ width: 900, format: 'webp' })
    expect(await sharp(await (await fetch(`${url}?w=${IMAGE_WIDTHS[0]}`)).bytes()).metadata()).toMatchObject({
      width: IMAGE_WIDTHS[0],
    })
    expect([...s3.objects.values()].every(({ contentType }) => contentType === 'image/webp')).toBe(true)
    expect((await fetch(url.replace(/[^/]+$/, 'AbCdEfGhIjKlMnOpQrStUv.webp'))).status).toBe(404)
  })

  test('large ones are served unchanged', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])
    const { body } = await upload(server, uploadPdf, new Uint8Array(pdf), { as: ana })
    const response = await fetch(body.secure_urls[0] ?? '')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await response.bytes()).equals(pdf)).toBe(true)
  })

  test('are 503 with Retry-After while the bucket is unavailable; nothing is stored partially', async () => {
    const { body } = await upload(server, uploadImage, new Uint8Array(png), { as: ana })
    const before = s3.objects.size
    s3.isDown = true
    const refused = await upload(server, uploadImage, new Uint8Array(png), { as: ana })
    const missed = await fetch(body.secure_urls[0] ?? '')
    s3.isDown = false
    for (const { status, headers } of [refused, missed]) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    }
    expect(s3.objects.size).toBe(before)
    expect((await fetch(body.secure_urls[0] ?? '')).status).toBe(200)
  })

  test('without references are deleted after a day; foreign objects stay (F6)', async () => {
    const stray = `${newFileName()}/full.webp`
    const long = { body: png, contentType: 'image/webp', at: new Date(Date.now() - 48 * HOUR_MS) }
    s3.objects.set(stray, long).set('backups/2026.tar', long)
    await removeUnusedFiles(server, new Date(Date.now() + HOUR_MS))
    expect([...s3.objects.keys()]).not.toContain(stray)
    // Two runs a day apart: the first marks, the second deletes.
    for (const hours of [1, 26, 52]) await removeUnusedFiles(server, new Date(Date.now() + hours * HOUR_MS))
    expect([...s3.objects.keys()]).toEqual(['backups/2026.tar'])
    expect(s3.refused).toBe(0)
  })
})

describe('the store', () => {
  const store = createS3Store({ ...server.config, ...s3.settings })

  test('lists folders of several files separately, across pages', async () => {
    const folders = Array.from({ length: 8 }, newFileName)
    for (const folder of folders) {
      const files = Object.fromEntries(['full', '960', '640', '320'].map((size) => [`${size}.webp`, png]))
      await store.put(folder, files, 'image/webp')
    }
    expect((await Array.fromAsync(store.listFolders())).sort()).toEqual(folders.toSorted())
    const [first = '', second = ''] = folders
    expect((await store.storedAt(first))?.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await store.deleteFolder(first)
    expect(await store.read(first, 'full.webp')).toBeUndefined()
    expect(await store.storedAt(first)).toBeUndefined()
    expect(await store.read(second, '320.webp')).toEqual(png)
    expect(await store.freeBytes()).toBeUndefined()
  })

  test('returns large files as a stream', async () => {
    const [folder, body] = [newFileName(), randomBytes(1_000_000)]
    await store.put(folder, { 'full.pdf': body }, 'application/pdf')
    expect((await buffer((await store.read(folder, 'full.pdf')) as Readable)).equals(body)).toBe(true)
  })

  test('reports a refused key', async () => {
    const stranger = createS3Store({ ...server.config, ...s3.settings, S3_SECRET_KEY: 'other' })
    await expect(stranger.read(newFileName(), 'full.webp')).rejects.toThrow('SignatureDoesNotMatch')
  })
})
