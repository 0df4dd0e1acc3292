import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES, uploadImage, uploadPdf } from '#contract/uploads.ts'
import { buildDeveloper } from '../builders.ts'
import { startServer } from '../server.ts'
import { upload } from '../uploads.ts'
import { MARK, makeCorpus, type Sample } from './upload-corpus.ts'

const IS_LONG = process.env.LONG !== undefined
const AT_ONCE = 4

const server = await startServer({ USER_QUOTA_MB: '1000' })
const as = await buildDeveloper(server)
const corpus = await makeCorpus()
/** Some of each kind, and all of them in the long run. */
const samples = IS_LONG ? corpus : corpus.filter((_, index) => index % 7 === 3)

test('there are enough hostile files of each kind', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(300)
  expect(new Set(samples.map(({ kind }) => kind)).size).toBe(7)
})

test(
  'a hostile upload is refused, or stored without its hostile content (F1, F2, F4)',
  async () => {
    let stored = 0
    for (let start = 0; start < samples.length; start += AT_ONCE) {
      const some = samples.slice(start, start + AT_ONCE)
      stored += (await Promise.all(some.map(checkSample))).filter(Boolean).length
    }
    const rows = await server.db.selectFrom('files').select('name').execute()
    const folders = readdirSync(join(server.dataDir, 'files'))
    expect(folders.sort()).toEqual(rows.map(({ name }) => name.replace(/\.\w+$/, '')).sort())
    expect(rows).toHaveLength(stored)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  },
  samples.length * 2000 + 20_000,
)

/** Whether it was stored. */
async function checkSample({ kind, name, bytes, call }: Sample): Promise<boolean> {
  // With the most dangerous name and type that a client can claim.
  const sent = { as, name: '../../x.php\u0000.html', type: 'text/html' }
  const response = await upload(
    server,
    call === 'image' ? uploadImage : uploadPdf,
    new Uint8Array(bytes),
    sent,
  )
  expect([name, [201, 400, 413, 415].includes(response.status) || response.status]).toEqual([name, true])
  if (kind === 'wrong magic') expect([name, response.status]).toEqual([name, 415])
  if (kind === 'whole' || kind === 'metadata') expect([name, response.status]).toEqual([name, 201])
  if (response.status !== 201) return false

  const served = await fetch(response.body.secure_urls[0] ?? '')
  const found = Buffer.from(await served.arrayBuffer())
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")
  if (call === 'pdf') {
    expect(served.headers.get('content-type')).toBe('application/pdf')
    expect(found.toString('latin1', 0, 5)).toBe('%PDF-')
    return true
  }
  expect(served.headers.get('content-type')).toBe('image/webp')
  expect(served.headers.get('content-security-policy')).toContain('sandbox')
  expect([name, found.includes(MARK)]).toEqual([name, false])
  const { format, exif, xmp, icc } = await sharp(found).metadata()
  expect([format, exif, xmp, icc]).toEqual(['webp', undefined, undefined, undefined])
  await sharp(found).stats()
  expect(found.length).toBeLessThan(MAX_IMAGE_BYTES)
  return true
}
