import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteOffer, updateOffer } from '#contract/offers.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { PREVIEW } from '#contract/seo.ts'
import { uploadImage } from '#contract/uploads.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { storedCard } from './preview-cards.ts'
import { wrap } from './text-outlines.ts'

const server = await startServer()
let recruiter: Person
let offerId: string

beforeAll(async () => {
  recruiter = await buildRecruiter(server)
  offerId = await buildOffer(server, recruiter, { position: 'Bridge & <svg onload="x"> builder' })
})

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** The share of text-coloured pixels in a part of the picture. */
async function darkness(bytes: Buffer, left = 0, width: number = PREVIEW.width): Promise<number> {
  const part = await sharp(bytes).extract({ left, top: 0, width, height: PREVIEW.height }).png().toBuffer()
  const { channels } = await sharp(part).stats()
  return 255 - (channels[1]?.mean ?? 0)
}

describe('GET /previews/…', () => {
  test('renders an offer as a small JPEG, cached by its content', async () => {
    const path = `/previews/offers/${offerId}.jpg`
    const draw = vi.spyOn(server.images, 'draw')
    const first = await read(path)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/jpeg')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(first.bytes.length).toBeLessThan(200_000)
    expect(await darkness(first.bytes)).toBeGreaterThan(8)

    const etag = first.headers.get('etag') ?? ''
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304)
    for (let n = 0; n < 3; n += 1) expect((await read(path)).bytes.equals(first.bytes)).toBe(true)
    // Each of two processes renders its own, on request.
    expect(draw.mock.calls.length).toBeLessThanOrEqual(1)
    draw.mockRestore()

    await server.call(updateOffer, { params: { id: offerId }, body: { position: 'Another' }, as: recruiter })
    const changed = await read(path, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.bytes.equals(first.bytes)).toBe(false)
  })

  test('has the texts of its language', { tags: ['LANG-01'] }, async () => {
    const tags: (string | null)[] = []
    for (const path of ['product.jpg', `offers/${offerId}.jpg`]) {
      for (const prefix of ['', '/es']) {
        const picture = await read(`${prefix}/previews/${path}`)
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        tags.push(picture.headers.get('etag'))
      }
    }
    expect(new Set(tags).size).toBe(4)
    expect((await read(`/es/previews/offers/${recruiter.id}.jpg`)).status).toBe(404)
  })

  test('shows pay and workplace of an offer, and that it has ended', {
    tags: ['LIFE-04', 'PAY-01'],
  }, async () => {
    const pay = { min: 30_000, max: 38_000, currency: 'EUR', period: 'year' } as const
    const work = { company: 'Halyard', pay, workplace: 'remote' as const }
    const id = await buildOffer(server, recruiter, work)
    const open = await storedCard(server.db, 'offers', id)
    expect(open.kicker).toBe('Offer · Halyard')
    expect(open.facts[1]).toMatch(/30.000.*38.000.*Remote/)
    const before = await read(`/previews/offers/${id}.jpg`)

    await server.call(setOfferState, {
      params: { id },
      body: { state: 'closed', reason: 'filled' },
      as: recruiter,
    })
    expect((await storedCard(server.db, 'offers', id)).kicker).toBe('Offer · Halyard · Closed')
    const after = await read(`/previews/offers/${id}.jpg`)
    expect([after.status, after.headers.get('etag') === before.headers.get('etag')]).toEqual([200, false])

    const overdue = await buildOffer(server, recruiter, work)
    const past = '2026-01-01T00:00:00.000Z'
    await server.db.updateTable('offers').set({ closes_at: past }).where('id', '=', overdue).execute()
    expect((await storedCard(server.db, 'offers', overdue)).kicker).toContain('Closed')
  })

  test('shows the cover of a project, and the face of a person', async () => {
    const developer = await buildDeveloper(server)
    const black = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const { body } = await upload(server, uploadImage, new Uint8Array(black), { as: developer })
    const stored = (body.secure_urls[0] ?? '').replace(server.url, '')
    const projectId = await buildProject(server, developer, { gallery: [stored] })
    const project = await read(`/previews/projects/${projectId}.jpg`)
    expect(await darkness(project.bytes, 900, 300)).toBeGreaterThan(250)

    await server.db.updateTable('users').set({ avatar: stored }).where('id', '=', developer.id).execute()
    const person = await read(`/previews/developers/${developer.id}.jpg`)
    expect(await darkness(person.bytes, 900, 150)).toBeGreaterThan(80)
    expect((await read(`/previews/recruiters/${recruiter.id}.jpg`)).status).toBe(200)
  })

  test('missing or private rows and invalid ids are 404', async () => {
    const gone = await buildOffer(server, recruiter)
    await server.call(deleteOffer, { params: { id: gone }, as: recruiter })
    expect((await read(`/previews/offers/${gone}.jpg`)).status).toBe(404)
    const hidden = await buildDeveloper(server, { profile: { deactivated_at: new Date().toISOString() } })
    expect((await read(`/previews/developers/${hidden.id}.jpg`)).status).toBe(404)
    for (const path of ['offers/x', 'offers/..%2f..%2fx', 'users/1']) {
      expect((await read(`/previews/${path}.jpg`)).status, path).toBe(404)
    }
  })

  test('a picture that cannot be drawn does not affect the conversion of uploads', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(server.images.convert(svg, 'png', { ownerId: 'ana' })).rejects.toMatchObject({ status: 415 })
  })
})

describe('text in lines', () => {
  const style = { font: 'heading', size: 60, width: 600, maxLines: 2 } as const

  test('breaks between words', () => {
    expect(wrap('Backend engineer for bridges', style)).toEqual({
      isWhole: true,
      lines: [expect.stringMatching(/^Backend/), expect.stringMatching(/bridges$/)],
    })
  })

  test('ends with an ellipsis where there is no more room, within a long word too', () => {
    const { lines, isWhole } = wrap(`${'x'.repeat(200)} and then ${'more '.repeat(30)}`, style)
    expect(isWhole).toBe(false)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/…$/)
    for (const width of [300, 320, 340, 360, 380, 400]) {
      const list = wrap('Go, '.repeat(40), { ...style, width, maxLines: 1 })
      expect(list.lines).toEqual([expect.stringMatching(/Go?…$/)])
    }
  })

  test.each(['', '   ', '漢字', 'Ингер', 'Łódź', '🌉'])('accepts %j', (text) => {
    expect(() => wrap(text, style)).not.toThrow()
  })
})
