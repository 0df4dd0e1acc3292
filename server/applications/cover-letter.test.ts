import { describe, expect, test } from 'vitest'
import { getCoverLetter, setCandidateStatus } from '#contract/applications.ts'
import { deleteOffer } from '#contract/offers.ts'
import { newId } from '../lib/ids.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { makeCoverLetter } from './cover-letter.ts'
import { dispositionOf } from './disposition.ts'

const server = await startServer()

const letter = {
  position: 'Backend developer',
  name: 'Lucía',
  surname: 'Núñez',
  appliedAt: '2026-11-20T09:00:00.000Z',
}

describe('GET /offers/cover-letter/{offerId}/{candidateId}', () => {
  async function buildScene() {
    const recruiter = await buildRecruiter(server)
    const offer = await buildOffer(server, recruiter)
    const developer = await buildDeveloper(server, { name: 'Lucía', surname: 'Núñez de la O' })
    const id = await buildApplication(server, offer, developer, { coverLetter: 'Hola, me interesa.' })
    return { recruiter, offer, developer, id }
  }

  test('the owner and the applicant get a PDF under the name of the applicant', {
    tags: ['API-44', 'ROLE-12'],
  }, async () => {
    const { recruiter, offer, developer, id } = await buildScene()
    for (const as of [recruiter, developer]) {
      for (const candidateId of [id, developer.id]) {
        const response = await server.call(getCoverLetter, { as, params: { id: offer, candidateId } })
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('application/pdf')
        expect(response.headers.get('content-disposition')).toBe(
          'attachment; filename="cover-letter-lucia-nunez-de-la-o.pdf"; ' +
            "filename*=UTF-8''cover-letter-luc%C3%ADa-n%C3%BA%C3%B1ez-de-la-o.pdf",
        )
        expect(String(response.body)).toMatch(/^%PDF-/)
      }
    }
  })

  test('its fixed texts are in the language of the reader', { tags: ['LANG-01'] }, async () => {
    const { recruiter, offer, id } = await buildScene()
    for (const [language, lang] of [
      ['es', 'es'],
      ['*', 'en'],
    ] as const) {
      const { body } = await server.call(getCoverLetter, {
        as: recruiter,
        params: { id: offer, candidateId: id },
        headers: { 'accept-language': language },
      })
      expect(String(body)).toContain(`/Lang (${lang})`)
    }
  })

  test('everybody else is refused, with mismatched ids too (O5, G3)', async () => {
    const { recruiter, offer, developer, id } = await buildScene()
    const other = await buildScene()
    const ask = async (offerId: string, candidateId: string, as?: { token: string }) => {
      const { status, body } = await server.refusal(getCoverLetter, {
        params: { id: offerId, candidateId },
        ...(as && { as }),
      })
      return [status, body.message]
    }
    expect(await ask(offer, id)).toEqual([401, 'Please log in to continue.'])
    expect(await ask(offer, id, other.recruiter)).toEqual([403, 'Error downloading PDF'])
    expect(await ask(offer, id, other.developer)).toEqual([403, 'Error downloading PDF'])
    expect(await ask(offer, newId(), other.developer)).toEqual([403, 'Error downloading PDF'])
    // An own application, but to another offer.
    expect(await ask(offer, other.id, other.developer)).toEqual([403, 'Error downloading PDF'])
    expect(await ask(offer, other.id, recruiter)).toEqual([404, 'Error downloading PDF'])
    expect(await ask(newId(), id, developer)).toEqual([404, 'Error downloading PDF'])
    expect(await ask('not-an-id', id, developer)).toEqual([404, 'Error downloading PDF'])
  })

  test('without a letter, and once the offer is deleted, the response is 404', async () => {
    const { recruiter, offer, developer, id } = await buildScene()
    const silent = await buildDeveloper(server)
    const params = { id: offer, candidateId: await buildApplication(server, offer, silent) }
    expect((await server.refusal(getCoverLetter, { as: silent, params })).status).toBe(404)
    expect((await server.refusal(getCoverLetter, { as: recruiter, params })).status).toBe(404)

    await server.call(deleteOffer, { as: recruiter, params: { id: offer } })
    const gone = { params: { id: offer, candidateId: id } }
    expect((await server.refusal(getCoverLetter, { as: developer, ...gone })).status).toBe(404)
    expect((await server.refusal(getCoverLetter, { as: recruiter, ...gone })).status).toBe(404)
  })

  test('the letter of a person who left remains, without a name (decision 36)', async () => {
    const { recruiter, offer, developer, id } = await buildScene()
    await server.db
      .updateTable('users')
      .set({ deactivated_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', developer.id)
      .execute()
    const params = { id: offer, candidateId: id }
    const response = await server.call(getCoverLetter, { as: recruiter, params })
    expect(response.headers.get('content-disposition')).toContain('filename="cover-letter.pdf"')
    const moved = await server.call(setCandidateStatus, {
      as: recruiter,
      params,
      body: { status: 'reviewed' },
    })
    expect(moved.body.applicant).toMatchObject({ user: null, status: 'reviewed' })
  })
})

describe('the PDF', () => {
  const LONGEST = 5000

  test.each([
    ['accents', 'Estimada Íñigo: ¿qué tal? «Así», 30.000 €.', ['NotoSans-Regular']],
    ['Cyrillic and Greek', 'Здравствуйте. Καλημέρα.', ['NotoSans-Regular']],
    ['emoji', 'Vale 👩🏽‍💻 🚀 ❤️ 🇪🇸', ['NotoEmoji-Regular']],
    ['Arabic and Hebrew', 'مرحبا، TypeScript.\nשלום (7).', ['NotoSansArabic', 'NotoSansHebrew']],
    ['Chinese, Japanese and Korean', '东京 東京で働きたい 한국어', ['NotoSansSC', 'NotoSansKR']],
    ['what no font has', 'ไทย ქართული', ['NotoSans-Regular']],
    ['one endless word', 'x'.repeat(LONGEST), ['NotoSans-Regular']],
  ])('carries %s', async (_what, text, fonts) => {
    const pdf = (await makeCoverLetter({ ...letter, text })).toString('latin1')
    expect(pdf).toMatch(/^%PDF-/)
    for (const font of fonts) expect(pdf).toContain(font)
  })

  test('the longest letters take several pages and less than 500 ms (O5)', async () => {
    const texts = ['Me interesa mucho. ', 'أرغب في العمل معكم. ', '東京で働きたいです。', 'Línea\n'].map(
      (part) => part.repeat(LONGEST).slice(0, LONGEST),
    )
    await makeCoverLetter({ ...letter, text: 'The first one loads the library.' })
    for (const text of texts) {
      const { user: before } = process.cpuUsage()
      const pdf = await makeCoverLetter({ ...letter, text })
      // Processor time of this process, whatever else the machine does.
      expect((process.cpuUsage().user - before) / 1000).toBeLessThan(500)
      const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
      expect(pages).toBeGreaterThanOrEqual(2)
    }
  })

  test.each([
    ['Lucía', 'Ñúñez', 'cover-letter-lucia-nunez.pdf', 'cover-letter-luc%C3%ADa-%C3%B1%C3%BA%C3%B1ez.pdf'],
    ['"; x=', '\r\n../etc', 'cover-letter-x-etc.pdf', 'cover-letter-x-etc.pdf'],
    ['مريم', '', 'cover-letter.pdf', 'cover-letter-%D9%85%D8%B1%D9%8A%D9%85.pdf'],
    ['', '', 'cover-letter.pdf', 'cover-letter.pdf'],
  ])('of %j %j is called %s (O5)', (name, surname, plain, full) => {
    expect(dispositionOf({ name, surname })).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${full}`)
  })
})
