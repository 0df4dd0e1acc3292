import { beforeAll, describe, expect, test } from 'vitest'
import { createStudy, deleteStudy } from '#contract/careers.ts'
import { updateDevProfile } from '#contract/devs.ts'
import { setHandle } from '#contract/handles.ts'
import { sendMessage } from '#contract/messages.ts'
import { deleteOffer, getOffer, listOffers, updateOffer } from '#contract/offers.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { createProject } from '#contract/projects.ts'
import { updateSettings } from '#contract/settings.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { siteMap, siteMapFile } from './site-maps.ts'
import { xmlText } from './xml.ts'

const server = await startServer()
let recruiter: Person
let developer: Person
let offerId: string
let projectId: string

beforeAll(async () => {
  recruiter = await buildRecruiter(server)
  developer = await buildDeveloper(server)
  offerId = await buildOffer(server, recruiter, {
    position: 'Bridges & <Tunnels>',
    skills: ['Go', 'SQL'],
    description: 'x'.repeat(600),
  })
  await buildOffer(server, recruiter, {
    position: 'Gardener',
    skills: ['Soil'],
    contractType: ['Part-time'],
    description: '# Tasks\n\nYou **dig**, [here](https://garden.example).',
  })
  projectId = await buildProject(server, developer, { title: 'Ferry', category: 'Mobile' })
})

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('GET /feeds/offers.atom', () => {
  test('lists the newest offers, escaped and shortened', async () => {
    const feed = await read('/feeds/offers.atom')
    expect(feed.status).toBe(200)
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(feed.text).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">')
    expect(feed.text).toContain('<title>Bridges &amp; &lt;Tunnels&gt; · Puerto Software</title>')
    expect(feed.text).toContain(`<id>urn:uuid:${offerId}</id>`)
    expect(feed.text).toContain(`href="${server.url}/offers/${offerId}"`)
    expect(feed.text).toContain('<category term="Go"/>')
    expect(feed.text).toContain('x…</summary>')
    expect(feed.text).not.toContain('x'.repeat(500))
    for (const element of ['id', 'title', 'updated', 'author', 'link', 'summary']) {
      expect(feed.text.split('<entry>')[1], element).toContain(`<${element}`)
    }
  })

  test('contains pay, workplace and publication date of an offer', {
    tags: ['PAY-01', 'PAY-03', 'LIFE-01'],
  }, async () => {
    const pay = { min: 30000, max: 38000, currency: 'EUR', period: 'year' } as const
    const id = await buildOffer(server, recruiter, {
      ...{ position: 'Lamp maker', skills: ['Glass'], pay, workplace: 'remote', countries: ['ES', 'PT'] },
      state: 'draft',
    })
    const params = { id }
    const { body } = await server.call(setOfferState, { as: recruiter, params, body: { state: 'published' } })
    const { text } = await read('/feeds/offers.atom?skills=Glass')
    expect(text.replaceAll('\u00a0', ' ')).toContain('30.000 – 38.000 € a year · Remote · ES, PT')
    expect(text).toContain(`<published>${body.publishedAt}</published>`)
    await server.call(deleteOffer, { as: recruiter, params })
  })

  test('contains texts without their markup, while the offer has them as typed', {
    tags: 'FLOW-05',
  }, async () => {
    const feed = await read('/feeds/offers.atom?skills=Soil')
    expect(feed.text).toContain('Tasks\n\nYou dig, here.')
    const listed = await server.call(listOffers, { query: { skills: 'Soil' } })
    expect(listed.body.items).toMatchObject([{ description: 'Tasks\n\nYou dig, here.' }])
    const whole = await server.call(getOffer, { params: { id: listed.body.items[0]?._id ?? '' } })
    expect(whole.body.description).toBe('# Tasks\n\nYou **dig**, [here](https://garden.example).')
  })

  test('applies the filters of the list, and omits other parameters from its address', async () => {
    const feed = await read('/feeds/offers.atom?skills=Soil&contractType=Part-time&page=7&utm_source=x')
    expect(feed.text).toContain('Gardener')
    expect(feed.text).not.toContain('Bridges')
    expect(feed.text).toContain('<title>Offers: Part-time, Soil · Puente</title>')
    expect(feed.text).toContain(
      `rel="self" type="application/atom+xml" href="${server.url}/feeds/offers.atom?contractType=Part-time&amp;skills=Soil"`,
    )
    expect(feed.text).toContain(`href="${server.url}/offers?contractType=Part-time&amp;skills=Soil"`)
  })

  test('without matches is an empty, valid feed', async () => {
    const feed = await read('/feeds/offers.atom?contractType=Nothing')
    expect(feed.status).toBe(200)
    expect(feed.text).not.toContain('<entry>')
    expect(feed.text).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  })

  test('is 304 if unchanged, and reflects a change at once', async () => {
    const first = await read('/feeds/offers.atom')
    const etag = first.headers.get('etag') ?? ''
    expect((await read('/feeds/offers.atom', { 'if-none-match': etag })).status).toBe(304)
    const sent = await server.call(updateOffer, {
      params: { id: offerId },
      body: { position: 'Aqueducts' },
      as: recruiter,
    })
    expect(sent.status).toBe(200)
    const next = await read('/feeds/offers.atom', { 'if-none-match': etag })
    expect(next.status).toBe(200)
    expect(next.text).toContain('Aqueducts')
    expect(next.text).not.toContain('Tunnels')
  })
})

test('GET /feeds/projects.atom lists projects, by category and skill', async () => {
  const feed = await read('/feeds/projects.atom?category=Mobile')
  expect(feed.text).toContain('<title>Ferry</title>')
  expect(feed.text).toContain(`<author><name>${developer.name} ${developer.surname}</name></author>`)
  expect((await read('/feeds/projects.atom?category=DevOps')).text).not.toContain('Ferry')
})

test('feeds and the manifest are below a language prefix, and link there', {
  tags: ['LANG-01'],
}, async () => {
  const feed = await read('/es/feeds/offers.atom?contractType=Part-time')
  expect(feed.text).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="es">')
  expect(feed.text).toContain('<title>Ofertas: Media jornada · Puente</title>')
  expect(feed.text).toContain(
    `rel="self" type="application/atom+xml" href="${server.url}/es/feeds/offers.atom?contractType=Part-time"`,
  )
  expect(feed.text).toContain(`href="${server.url}/es/offers/`)
  // A separate cache entry.
  expect((await read('/feeds/offers.atom?contractType=Part-time')).text).toContain('Offers: Part-time')
  const manifest = JSON.parse((await read('/es/manifest.webmanifest')).text)
  expect(manifest).toMatchObject({ id: '/', lang: 'es', start_url: '/es' })
  expect(manifest.shortcuts[0]).toEqual({ name: 'Ofertas', url: '/es/offers' })
  expect((await read('/xx/feeds/offers.atom')).status).toBe(404)
})

describe('GET /sitemap.xml', () => {
  test('names a file for each kind of page', async () => {
    const index = await read('/sitemap.xml')
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    for (const name of ['pages', 'offers-1', 'projects-1', 'developers-1', 'recruiters-1']) {
      expect(index.text).toContain(`<loc>${server.url}/sitemaps/${name}.xml</loc>`)
    }
    expect(index.text).not.toContain('offers-2')
  })

  test('lists every public page, with the day of its last change', async () => {
    const { text } = await read('/sitemaps/pages.xml')
    expect(text).toContain(`<loc>${server.url}/developers</loc>`)
    for (const [language, path] of [
      ['en', '/en/developers'],
      ['es', '/es/developers'],
      ['x-default', '/developers'],
      ['es', '/es'],
    ]) {
      const link = `<xhtml:link rel="alternate" hreflang="${language}" href="${server.url}${path}"/>`
      expect(text).toContain(link)
    }
    expect((await read('/sitemaps/offers-1.xml')).text).toMatch(
      new RegExp(`<loc>${server.url}/offers/${offerId}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[^<]+Z</lastmod>`),
    )
    expect((await read('/sitemaps/projects-1.xml')).text).toContain(`/projects/${projectId}</loc><lastmod>`)
    expect((await read('/sitemaps/developers-1.xml')).text).toContain(
      `/profile/${developer.id}</loc><lastmod>`,
    )
    expect((await read('/sitemaps/recruiters-1.xml')).text).toContain(
      `/recruiter/${recruiter.id}</loc><lastmod>`,
    )
  })

  test('has the short address of a person instead of that by id, at once', {
    tags: ['FLOW-03'],
  }, async () => {
    const dev = await buildDeveloper(server)
    await server.call(updateSettings, { as: dev, body: { name: 'Ada' } })
    const readMap = async () => (await read('/sitemaps/developers-1.xml')).text
    expect(await readMap()).toContain(`/profile/${dev.id}<`)
    await server.call(setHandle, { as: dev, body: { handle: 'ada-of-the-map' } })
    const text = await readMap()
    expect(text).not.toContain(dev.id)
    expect(text).toContain(`<loc>${server.url}/@ada-of-the-map</loc><lastmod>`)
    const href = `${server.url}/es/@ada-of-the-map`
    expect(text).toContain(`<xhtml:link rel="alternate" hreflang="es" href="${href}"/>`)
  })

  test('dates a profile by its public data, not by other activity of its owner', async () => {
    const [dev, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const lastmod = async () => {
      const { text } = await read('/sitemaps/developers-1.xml')
      return new RegExp(`${dev.id}</loc><lastmod>([^<]+)`).exec(text)?.[1] ?? ''
    }
    const renameOther = () => server.call(updateSettings, { as: other, body: { name: 'Another' } })
    await renameOther()
    let before = await lastmod()
    expect(before).toBe(new Date(before).toISOString())
    await server.call(sendMessage, { as: dev, params: { id: other.id }, body: { text: 'Hello' } })
    await renameOther()
    expect(await lastmod()).toBe(before)
    const study = { degree: 'Physics', instituteName: 'UNAM', startDate: '2020-01', endDate: '2024-01' }
    let studyId = ''
    for (const [n, change] of [
      () => server.call(updateDevProfile, { as: dev, body: { name: 'Renamed' } }),
      () => server.call(createProject, { as: dev, body: { title: 'Mine', category: 'Mobile', year: 2025 } }),
      async () => {
        studyId = (await server.call(createStudy, { as: dev, body: study })).body._id
      },
      () => server.call(deleteStudy, { as: dev, params: { id: studyId } }),
    ].entries()) {
      await change()
      const after = await lastmod()
      expect([n, after > before]).toEqual([n, true])
      before = after
    }
  })

  test('has as many files of a kind as its pages need, and each page in one of them', async () => {
    const names = ['offers-1.xml', 'offers-2.xml']
    const index = (await siteMap(server, 1)).plain.toString()
    for (const name of names) expect(index).toContain(`<loc>${server.url}/sitemaps/${name}</loc>`)
    expect(index).not.toContain('offers-3.xml')
    const files = await Promise.all(names.map((name) => siteMapFile(server, name, 1)))
    const urls = files.map((file) =>
      file?.plain.toString().match(/<loc>[^<]+\/offers\/[0-9a-f-]{36}<\/loc>/g),
    )
    expect(urls.map((pages) => pages?.length)).toEqual([1, 1])
    expect(urls[0]).not.toEqual(urls[1])
    expect(await siteMapFile(server, 'offers-3.xml', 1)).toBeUndefined()
  })

  test('drops deleted rows, and is 404 for unknown files', async () => {
    const gone = await buildOffer(server, recruiter, { position: 'Gone' })
    await server.call(deleteOffer, { params: { id: gone }, as: recruiter })
    expect((await read('/sitemaps/offers-1.xml')).text).not.toContain(gone)
    for (const name of ['offers-2.xml', 'offers-0.xml', 'users-1.xml', 'offers-1', '..%2Fx']) {
      expect((await read(`/sitemaps/${name}`)).status, name).toBe(404)
    }
  })
})

test('GET /robots.txt lets robots read pages and names the site map', async () => {
  const robots = await read('/robots.txt')
  expect(robots.headers.get('content-type')).toContain('text/plain')
  expect(robots.text).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  expect(robots.text).not.toMatch(/^Disallow: \/$/m)
})

test('xmlText drops characters that XML does not allow', () => {
  expect(xmlText('a\u0000b\u000bc\ud800d "e" \'f\'')).toBe('abcd &quot;e&quot; &apos;f&apos;')
})
