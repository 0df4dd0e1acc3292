import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { changePassword, deactivateAccount } from '#contract/settings.ts'
import { uploadImage, uploadPdf } from '#contract/uploads.ts'
import { getUserProfile, login, logout } from '#contract/users.ts'
import { buildDeveloper, buildRecruiter, PASSWORD, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { upload } from '../test/uploads.ts'

const server = await startServer()
const alone = await startServer({}, { alone: true })
const ana = await buildDeveloper(server)
const as = ana

const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#24c' } })
const png = await picture().png().toBuffer()
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const storedFolders = () => {
  try {
    return readdirSync(join(server.dataDir, 'files')).length
  } catch {
    return 0
  }
}

describe('POST /upload', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a %s becomes a WebP behind an absolute address with a random name (F1, F4)',
    { tags: ['API-53', 'VAL-39'] },
    async (format) => {
      const bytes = await picture().toFormat(format).toBuffer()
      const { status, body } = await upload(server, uploadImage, bytes, {
        as,
        name: 'x.exe',
        type: 'text/html',
      })
      expect(status).toBe(201)
      expect(body.secure_urls).toHaveLength(1)
      expect(body.secure_urls[0]).toMatch(new RegExp(`^${server.url}/files/[A-Za-z0-9_-]{22}\\.webp$`))
      const served = Buffer.from(await (await fetch(body.secure_urls[0] ?? '')).arrayBuffer())
      expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 })
    },
  )

  test('a recruiter may upload too, a visitor may not', { tags: 'API-53' }, async () => {
    const recruiter = await buildRecruiter(server)
    expect((await upload(server, uploadImage, png, { as: recruiter })).status).toBe(201)
    const refused = await upload(server, uploadImage, png)
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ error: true, code: 'UNAUTHENTICATED' })
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', svg],
    ['SVG with a prolog', `<?xml version="1.0"?>${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', pdf],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['HEIC of the general brand', Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1heicavif', 'latin1')],
    ['TIFF', Buffer.from('II*\0\x08\0\0\0')],
    ['the signature of a PNG and then a script', Buffer.concat([png.subarray(0, 8), Buffer.from(svg)])],
    ['the signature of a JPEG and then HTML', Buffer.from('\xff\xd8\xff<html><script>1</script>', 'latin1')],
    ['a GIF comment that is a script', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused with the quoted text (F1)', { tags: 'VAL-39' }, async (_what, content) => {
    const before = storedFolders()
    const { status, body } = await upload(server, uploadImage, Buffer.from(content), { as })
    expect(status).toBe(415)
    expect(body).toEqual({
      error: true,
      message: 'Invalid file. Only images are allowed.',
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })
    expect(storedFolders()).toBe(before)
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a %s that was cut off is refused (F2)',
    async (format) => {
      const noise = sharp({
        create: {
          width: 500,
          height: 400,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      })
      const complete = await noise.toFormat(format).toBuffer()
      const { status } = await upload(server, uploadImage, complete.subarray(0, complete.length / 2), { as })
      expect(status).toBe(415)
    },
  )

  test('metadata (location, camera) and appended bytes are dropped; the orientation is applied (F2)', async () => {
    const photo = await picture(600, 400)
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('secret-owner')
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const { body } = await upload(server, uploadImage, polyglot, { as })
    const served = Buffer.from(await (await fetch(body.secure_urls[0] ?? '')).arrayBuffer())
    const found = await sharp(served).metadata()
    expect(found).toMatchObject({ width: 400, height: 600 })
    expect([found.exif, found.xmp, found.icc, found.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(served.toString('latin1')).not.toMatch(/script|secret-owner/)
  })

  test('transparency is preserved (F2)', async () => {
    const glass = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { body } = await upload(server, uploadImage, glass, { as })
    const served = await (await fetch(body.secure_urls[0] ?? '')).arrayBuffer()
    expect((await sharp(served).stats()).isOpaque).toBe(false)
  })

  test('an animation becomes its first frame (F2)', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(3)
    const { body } = await upload(server, uploadImage, gif, { as })
    const served = Buffer.from(await (await fetch(body.secure_urls[0] ?? '')).arrayBuffer())
    expect(await sharp(served).metadata()).toMatchObject({ width: 60, height: 40 })
    const { dominant } = await sharp(served).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  test.each([
    ['png', 6000, 6000, 25],
    ['avif', 4100, 4000, 16],
  ] as const)(
    'a small %s of %i x %i pixels is refused before it is decoded (F2)',
    async (format, width, height, millions) => {
      const bomb = await sharp({ create: { width, height, channels: 3, background: '#000' } })
        .toFormat(format, { effort: 1 })
        .toBuffer()
      expect(bomb.length).toBeLessThan(1_000_000)
      const { status, body } = await upload(server, uploadImage, bomb, { as })
      expect(status).toBe(413)
      expect(body.message).toBe(`The image must have at most ${millions} million pixels.`)
    },
  )

  test('a picture for the chat has at most 4 million pixels (X6)', async () => {
    const receiver = await buildDeveloper(server)
    const send = async (width: number) => {
      const image = `data:image/png;base64,${(await picture(width, 2000).png().toBuffer()).toString('base64')}`
      const call = { as, params: { id: receiver.id }, body: { text: '', image } }
      return (await server.refusal(sendMessage, call)).status
    }
    expect(await send(2000)).toBe(201)
    expect(await send(2001)).toBe(400)
  })

  test('a header that declares excessive dimensions is refused early (F2)', async () => {
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(2_000_000_000, 16)
    bomb.writeUInt32BE(2_000_000_000, 20)
    expect((await upload(server, uploadImage, bomb, { as })).status).toBeGreaterThanOrEqual(413)
  })

  test('less than 5 MB is accepted, exactly 5 MB and more is refused', {
    tags: ['VAL-40', 'VAL-78'],
  }, async () => {
    const limit = 5 * 1024 * 1024
    // Trailing bytes do not invalidate a PNG.
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect((await upload(server, uploadImage, padded(limit - 1), { as })).status).toBe(201)
    for (const size of [limit, limit + 1, 3 * limit]) {
      const { status, body } = await upload(server, uploadImage, padded(size), { as })
      expect(status).toBe(413)
      expect(body).toEqual({
        error: true,
        message: 'The image must be smaller than 5MB.',
        code: 'PAYLOAD_TOO_LARGE',
      })
    }
  })

  test('no file, another field, two files and another type of body are refused (F1)', async () => {
    const none = await upload(server, uploadImage, undefined, { as })
    expect(none.status).toBe(400)
    expect(none.body.fields).toEqual({ file: 'Please choose a file.' })
    expect((await upload(server, uploadImage, png, { as, field: 'picture' })).status).toBe(400)

    const json = await server.refusal(uploadImage, { as, body: { file: 'x' } })
    expect([json.status, json.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const empty = await server.refusal(uploadImage, { as })
    expect(empty.body.fields).toEqual({ file: 'Please choose a file.' })

    const two = new FormData()
    two.append('file', new Blob([png]), 'a.png')
    two.append('file', new Blob([png]), 'b.png')
    expect((await send(two)).status).toBe(400)
    const many = new FormData()
    for (const name of ['a', 'b', 'c']) many.append(name, '1')
    many.append('file', new Blob([png]), 'a.png')
    expect((await send(many)).status).toBe(400)
  })

  const send = (body: FormData) =>
    fetch(`${server.url}/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}` },
      body,
    })

  test('multipart is 415 everywhere else (G5)', async () => {
    const form = new FormData()
    form.append('email', 'a@example.com')
    const response = await fetch(`${server.url}/api/users/login`, { method: 'POST', body: form })
    expect(response.status).toBe(415)
  })

  test('a truncated body is 400, and so is one without a boundary (G10)', async () => {
    const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
    const response = await fetch(`${server.url}/api/upload`, { method: 'POST', headers, body: cut })
    expect([response.status, (await response.json()).code]).toEqual([400, 'BAD_REQUEST'])
    const bare = await fetch(`${server.url}/api/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      body: cut,
    })
    expect(bare.status).toBe(400)
  })

  test('an aborted upload leaves nothing and affects no other request (F6)', async () => {
    const [folders, rows] = [storedFolders(), await countRows()]
    await new Promise<void>((resolve) => {
      const sent = request(`${server.url}/api/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${as.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 100_000,
        },
      })
      sent.on('error', () => resolve())
      sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n')
      sent.write(png, () => sent.destroy(new Error('gone')))
    })
    expect((await server.call(getUserProfile, { as })).status).toBe(200)
    expect([storedFolders(), await countRows()]).toEqual([folders, rows])
  })

  const ENDS: [string, (person: Person) => Promise<unknown>][] = [
    ['a sign-out', (person) => alone.call(logout, { as: person })],
    ['a deactivation', (person) => alone.call(deactivateAccount, { as: person })],
    [
      'a change of the password on another device',
      async ({ email }) => {
        const { body } = await alone.call(login, { body: { email, password: PASSWORD } })
        const change = { oldPassword: PASSWORD, newPassword: 'Other-22' }
        return alone.call(changePassword, { as: body.token, body: change })
      },
    ],
  ]
  test.each(ENDS)('an upload that began before %s is 401 and leaves nothing (A6)', async (_what, end) => {
    const person = await buildDeveloper(alone)
    const put = alone.files.put.bind(alone.files)
    // The last moment before the row.
    const storing = vi.spyOn(alone.files, 'put').mockImplementationOnce(async (...file) => {
      await put(...file)
      await end(person)
    })
    const { status, body } = await upload(alone, uploadImage, png, { as: person })
    expect(storing).toHaveBeenCalledOnce()
    storing.mockRestore()
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
    const rows = alone.db.selectFrom('files').select('id').where('owner_id', '=', person.id)
    expect(await rows.execute()).toEqual([])
    expect(readdirSync(join(alone.dataDir, 'files'))).toEqual([])
  })

  test('ten concurrent uploads all succeed with different URLs (F2)', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => upload(server, uploadImage, png, { as })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(responses.map(({ body }) => body.secure_urls[0])).size).toBe(10)
  })
})

describe('a person who uploads too much', () => {
  test('at 58 chat pictures at once is refused, and others are not (X6)', async () => {
    const [eve, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const image = `data:image/png;base64,${png.toString('base64')}`
    const ofEve = Promise.all(
      Array.from({ length: 58 }, () =>
        server.refusal(sendMessage, { as: eve, params: { id: ben.id }, body: { text: '', image } }),
      ),
    )
    await until(() => server.images.counts().waiting >= 20)
    const others = await Promise.all([ana, ben].map((as) => upload(server, uploadImage, png, { as })))
    expect(others.map(({ status }) => status)).toEqual([201, 201])
    const responses = await ofEve
    const refused = responses.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ body }) => `${body.code} ${body.message}`))).toEqual(
      new Set(['UNAVAILABLE Images are being processed. Please try again in a moment.']),
    )
  })

  /** An upload whose last bytes never come. */
  function stall(from: Person, bytes: Buffer, statuses: (number | undefined)[] = []) {
    const sent = request(`${alone.url}/api/upload-pdf`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${from.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': bytes.length + 1000,
      },
    })
    sent.on('error', () => {})
    sent.on('response', ({ statusCode }) => statuses.push(statusCode))
    sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n')
    const arrived = new Promise<void>((resolve) => sent.write(bytes, () => resolve()))
    return { arrived, end: () => sent.destroy() }
  }
  const megabytes = (size: number) => Buffer.concat([pdf, Buffer.alloc(size * 1024 * 1024)])

  // One process, as each counts the bytes that it holds.
  test('slowly is refused above 32 MB, and others are not (X6)', async () => {
    const [eve, ben] = [await buildDeveloper(alone), await buildDeveloper(alone)]
    const statuses: (number | undefined)[] = []
    const open = Array.from({ length: 7 }, () => stall(eve, megabytes(9.9), statuses))
    expect(await until(() => statuses[0])).toBe(503)
    expect((await upload(alone, uploadPdf, pdf, { as: ben })).status).toBe(201)
    for (const { end } of open) end()
  })

  test('slowly with seven others, who fill the memory of uploads, does not refuse people who hold less (X6)', async () => {
    const ben = await buildDeveloper(alone)
    const parts = [9.9, 9.9, 9.9, 2.2].map(megabytes)
    const statuses: (number | undefined)[] = []
    const open: ReturnType<typeof stall>[] = []
    for (let person = 0; person < 8; person += 1) {
      const from = await buildDeveloper(alone)
      open.push(...parts.map((bytes) => stall(from, bytes, statuses)))
    }
    await Promise.all(open.map(({ arrived }) => arrived))
    const uploads = [megabytes(9), megabytes(9)].map((bytes) => upload(alone, uploadPdf, bytes, { as: ben }))
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([201, 201])
    expect(statuses).toContain(503)
    for (const { end } of open) end()
  })
})

describe('POST /upload-pdf', () => {
  const sent = { as, name: 'cv.html', type: 'text/html' }

  test('stores a PDF unchanged', { tags: ['API-54', 'VAL-43'] }, async () => {
    const { status, body } = await upload(server, uploadPdf, pdf, sent)
    expect(status).toBe(201)
    expect(body.secure_urls[0]).toMatch(new RegExp(`^${server.url}/files/[A-Za-z0-9_-]{22}\\.pdf$`))
    const served = await fetch(body.secure_urls[0] ?? '')
    expect(Buffer.from(await served.arrayBuffer())).toEqual(pdf)
    expect((await upload(server, uploadPdf, pdf)).status).toBe(401)
  })

  test.each([
    ['a picture', png],
    ['HTML', Buffer.from('<script>1</script>%PDF-1.7')],
    ['a PDF that does not begin as one', Buffer.concat([Buffer.from('\n'), pdf])],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused with the quoted text', { tags: 'VAL-43' }, async (_what, bytes) => {
    const { status, body } = await upload(server, uploadPdf, bytes, { as, type: 'application/pdf' })
    expect(status).toBe(415)
    expect(body.message).toBe('Invalid file. Only PDF files are allowed.')
  })

  test('less than 10 MB is accepted, exactly 10 MB is refused', { tags: 'VAL-44' }, async () => {
    const limit = 10 * 1024 * 1024
    const padded = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length)])
    const { status, body } = await upload(server, uploadPdf, padded(limit - 1), sent)
    expect(status).toBe(201)
    const served = await fetch(body.secure_urls[0] ?? '')
    expect((await served.arrayBuffer()).byteLength).toBe(limit - 1)

    const refused = await upload(server, uploadPdf, padded(limit), sent)
    expect(refused.status).toBe(413)
    expect(refused.body.message).toBe('The PDF must be smaller than 10MB.')
  })
})

const countRows = async () => {
  const { rows } = await server.db
    .selectFrom('files')
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}
