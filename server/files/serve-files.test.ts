import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { uploadImage, uploadPdf } from '#contract/uploads.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { deactivate } from '../users/deactivation.ts'
import { reactivate } from '../users/reactivation.ts'
import { toStoredUrl } from './file-urls.ts'
import { retireFile } from './files.queries.ts'
import { toSignedUrl } from './signed-urls.ts'
import { storeChatImage } from './store-file.ts'

const server = await startServer()
const ana = await buildDeveloper(server, { name: 'Lucía "L"', surname: 'Núñez/Ω' })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#24c' } })
    .png()
    .toBuffer()

const uploadedImage = async (width: number, height: number) =>
  (await upload(server, uploadImage, await picture(width, height), { as: ana })).body.secure_urls[0] ?? ''
const uploadedPdf = async (as = ana) =>
  (await upload(server, uploadPdf, Buffer.from('%PDF-1.4 x'), { as })).body.secure_urls[0] ?? ''

const sizeOf = async (url: string) => {
  const { width, height } = await sharp(await (await fetch(url)).arrayBuffer()).metadata()
  return [width, height]
}

describe('GET /files/{name}', () => {
  test('a picture has our headers and an unlimited cache lifetime (F4)', async () => {
    const response = await fetch(await uploadedImage(300, 200))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('its smaller widths are available; any other width is the full size', async () => {
    const url = await uploadedImage(2400, 1200)
    expect(await sizeOf(url)).toEqual([2000, 1000])
    expect(await sizeOf(`${url}?w=160`)).toEqual([160, 80])
    expect(await sizeOf(`${url}?w=480`)).toEqual([480, 240])
    expect(await sizeOf(`${url}?w=960`)).toEqual([960, 480])
    for (const other of ['1', '161', 'x', '..%2f..%2fpuente.db', '160&w=480']) {
      expect(await sizeOf(`${url}?w=${other}`)).toEqual([2000, 1000])
    }
    const small = await uploadedImage(200, 100)
    expect(await sizeOf(`${small}?w=480`)).toEqual([200, 100])
    expect(await sizeOf(`${small}?w=160`)).toEqual([160, 80])
  })

  test('a CV is named after its person, is not indexed, and is never cached (F4, F5)', async () => {
    const response = await fetch(await uploadedPdf())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'content-disposition': `inline; filename="Lucia__L__Nunez___CV.pdf"; filename*=UTF-8''Luc%C3%ADa%20%22L%22_N%C3%BA%C3%B1ez%2F%CE%A9_CV.pdf`,
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    })
  })

  test.each([
    'AbCdEfGhIjKlMnOpQrStUv.webp',
    '',
    'x',
    '..%2fpuente.db',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '../puente.db',
    'unfinished-x',
  ])('%j is 404 with the usual body (F4)', async (name) => {
    const response = await fetch(`${server.url}/files/${name}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: true, message: 'Not found', code: 'NOT_FOUND' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('the folder and its files cannot be requested (F4)', async () => {
    const url = await uploadedImage(300, 200)
    const folder = url.replace('.webp', '')
    for (const other of [folder, `${folder}/`, `${folder}/full.webp`, `${folder}.pdf`, `${folder}.WEBP`]) {
      expect((await fetch(other)).status).toBe(404)
    }
  })

  test('a CV is unavailable as soon as it is replaced or removed (F5)', async () => {
    const url = await uploadedPdf()
    const other = await uploadedPdf()
    await server.db.transaction().execute((tx) => retireFile(tx, toStoredUrl(server.config, url)))
    expect((await fetch(url)).status).toBe(404)
    expect((await fetch(other)).status).toBe(200)
  })

  test('a CV, an avatar and a chat picture are unavailable while their owner is deactivated (F5)', async () => {
    const eve = await buildDeveloper(server)
    const image = await upload(server, uploadImage, await picture(300, 200), { as: eve })
    const dataUrl = `data:image/png;base64,${(await picture(60, 30)).toString('base64')}`
    const urls = [
      await uploadedPdf(eve),
      image.body.secure_urls[0] ?? '',
      `${image.body.secure_urls[0]}?w=160`,
      toSignedUrl(server, await storeChatImage(server, eve, dataUrl)),
    ]
    const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await server.db.transaction().execute((tx) => deactivate(tx, eve.id))
    expect(await statuses()).toEqual([404, 404, 404, 404])
    await server.db.transaction().execute((tx) => reactivate(tx, eve.id))
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })
})

describe('the picture of a chat message', () => {
  const dataUrl = async () => `data:image/png;base64,${(await picture(600, 300)).toString('base64')}`

  test('is served by a signed URL only, which expires after a day (F5)', async () => {
    const stored = await storeChatImage(server, ana, await dataUrl())
    expect(stored).toMatch(/^\/files\/[A-Za-z0-9_-]{22}\.webp$/)
    const url = toSignedUrl(server, stored)
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=8\d{4}$/)
    expect(await sizeOf(`${url}&w=160`)).toEqual([160, 80])

    const [bare = '', query = ''] = url.split('?')
    const { e = '', s = '' } = Object.fromEntries(new URLSearchParams(query))
    const other = await storeChatImage(server, ana, await dataUrl())
    const old = server.signedUrls.sign(stored.slice('/files/'.length), Date.now() - 25 * 3600 * 1000)
    for (const wrong of [
      bare,
      `${bare}?e=${Number(e) + 3600}&s=${s}`,
      `${bare}?e=${e}&s=${s.slice(1)}`,
      `${bare}?e=${e}&s=`,
      `${bare}?e=${e}&e=${e}&s=${s}`,
      `${bare}?${old}`,
      `${server.url}${other}?${query}`,
    ]) {
      expect((await fetch(wrong)).status).toBe(404)
    }
  })

  test('has the same URL for an hour, so that browsers cache it (F5)', () => {
    const [name, hour] = ['AbCdEfGhIjKlMnOpQrStUv.webp', 3_600_000]
    expect(server.signedUrls.sign(name, 10 * hour)).toBe(server.signedUrls.sign(name, 11 * hour - 1))
    const [, end] = /^e=(\d+)&/.exec(server.signedUrls.sign(name, 11 * hour - 1)) ?? []
    expect(Number(end) * 1000).toBe(34 * hour)
  })

  test.each([
    ['no data URL', 'https://elsewhere.example/a.png', 'Invalid file. Only images are allowed.'],
    ['text', 'data:image/png;base64,aGVsbG8=', 'Invalid file. Only images are allowed.'],
    ['SVG', 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=', 'Invalid file. Only images are allowed.'],
    ['broken base64', 'data:image/png;base64,%%%', 'Invalid file. Only images are allowed.'],
    [
      'more than 1 MB',
      `data:image/png;base64,${Buffer.alloc(1024 * 1024 + 1).toString('base64')}`,
      'The image must be smaller than 1MB.',
    ],
  ])('is refused as %s (S5)', { tags: 'VAL-39' }, async (_what, given, message) => {
    await expect(storeChatImage(server, ana, given)).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION',
      fields: { image: message },
    })
  })
})
