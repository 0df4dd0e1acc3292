// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest'
import { configureLocale, type Locale } from '#contract/locale.ts'
import { render as renderPage } from './entry-server.tsx'
import { apiServer } from './test/api-server.ts'
import { buildOffer } from './test/offers.ts'

const api = apiServer()
const render = (address: string) =>
  renderPage(address, { publicUrl: 'https://puente.example', fetch: api.fetch })

const offer = buildOffer({ description: '</script><script>alert(1)</script>' })
const id = offer._id

describe('a page rendered on the server', () => {
  test('separates its head from its content', async () => {
    const page = await render('/about')
    expect(page).toMatchObject({ status: 200, isComplete: true, file: 'legal/AboutPage.tsx' })
    expect(page.head).toContain('<title>About us · Puente</title>')
    expect(page.head).toContain('<meta name="description"')
    expect(page.html).toMatch(/^<div/)
    expect(page.html).toContain('>About us</h1>')
    expect(page.html).not.toContain('<title>')
  })

  test('contains its data as content and as state, requested without a token', async () => {
    api.on(`GET /offers/${id}`, { body: offer })
    const page = await render(`/offers/${id}`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Backend developer')
    const queries = page.state.queries.queries
    expect(queries.map((query) => query.state.data)).toContainEqual(offer)
    expect(api.calls.every((call) => call.headers.authorization === undefined)).toBe(true)
  })

  test('redirects from a former short address to the current one', { tags: 'FLOW-03' }, async () => {
    const owner = { _id: id, role: 'developer', handle: 'new' }
    api.on('GET /users/handle/old', { body: owner })
    expect(await render('/@old?tab=projects')).toMatchObject({ status: 301, location: '/@new?tab=projects' })
    expect(await render('/es/@old')).toMatchObject({ status: 301, location: '/es/@new' })
  })

  test('is 404 at an unknown short address and at any other word', { tags: 'FLOW-03' }, async () => {
    expect((await render('/@nobody')).status).toBe(404)
    const asked = api.calls.length
    const other = await render('/nothing')
    expect([other.status, other.html]).toEqual([404, expect.stringContaining('Oops! Page Not Found')])
    expect(other.head).toContain('noindex')
    await api.settled()
    expect(api.calls).toHaveLength(asked)
  })

  test('differs only in the time when rendered again from the same data', async () => {
    api.on(`GET /offers/${id}`, { body: offer })
    vi.useFakeTimers({ toFake: ['Date'], now: 1_780_000_000_000 })
    const made = async () => {
      const page = await render(`/offers/${id}`)
      return { time: page.renderedAt, text: JSON.stringify(page).replaceAll(String(page.renderedAt), '') }
    }
    const first = await made()
    vi.advanceTimersByTime(65_000)
    const second = await made()
    vi.useRealTimers()
    expect(second.time - first.time).toBe(65_000)
    expect(second.text).toBe(first.text)
  })

  test('escapes user content in the page and in its head', async () => {
    api.on(`GET /offers/${id}`, { body: { ...offer, position: offer.description } })
    const page = await render(`/offers/${id}`)
    expect(page.html).not.toContain('<script>alert')
    expect(page.head).not.toContain('<script>alert')
    expect(page.head).toContain(
      '<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Puente</title>',
    )
  })

  test.each([
    '/login',
    '/register',
    '/contact',
    '/legal/terms',
    '/legal/privacy',
    '/legal/cookies',
    '/reset-password/abc',
  ])('%s makes no API request', async (address) => {
    expect((await render(address)).status).toBe(200)
    await api.settled()
    expect(api.calls).toEqual([])
  })

  test.each([
    '/settings',
    '/private-rec/offers',
    '/private-dev/profile',
    '/private-dev/projects/new',
    '/onboarding',
  ])('%s shows a spinner and makes no API request: only the browser knows the session', async (address) => {
    const page = await render(address)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Loading...')
    await api.settled()
    expect(api.calls).toEqual([])
  })

  test.each([
    '/nothing/here',
    '/private-dev',
    '/private-dev/nothing',
    '/private-rec',
    '/settings/nothing',
    '/reset-password',
  ])('is 404 for %s, an unmatched path', { tags: 'ROUTE-33' }, async (address) => {
    const page = await render(address)
    expect(page.status).toBe(404)
    expect(page.html).toContain('Oops! Page Not Found')
  })

  test('is 404 for content that does not exist', async () => {
    expect(await render(`/offers/${id}`)).toMatchObject({ status: 404, isComplete: true })
  })

  test('is incomplete when the API failed', async () => {
    api.on(`GET /offers/${id}`, { status: 500 })
    expect(await render(`/offers/${id}`)).toMatchObject({ status: 200, isComplete: false })
  })
})

describe('a page below a language', () => {
  afterEach(() => configureLocale(() => 'en-quoted'))

  const ORIGIN = 'https://puente.example'
  const renderIn = (locale: Locale, address: string, bareLocale: Locale = 'en-quoted') => {
    configureLocale(() => locale)
    return renderPage(address, { publicUrl: ORIGIN, bareLocale, fetch: api.fetch })
  }
  const linksIn = (head: string) =>
    [...head.matchAll(/<link rel="(?:canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)"/g)].map(
      ([, language = 'canonical', href]) => [language, href],
    )

  test('renders that page, with links below the language', { tags: ['LANG-01'] }, async () => {
    const page = await renderIn('es', '/es/about')
    expect([page.status, page.file]).toEqual([200, 'legal/AboutPage.tsx'])
    const links = [...page.html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
    expect(links).toContain('/es/offers')
    expect(links.filter((href) => !/^\/es(\/|$)/.test(href ?? ''))).toEqual([])
    expect(page.html).toContain('Iniciar sesión')
  })

  test.each([
    ['/about', 'en-quoted', ['/about', '/en/about', '/es/about', '/about']],
    ['/es/about', 'en-quoted', ['/es/about', '/en/about', '/es/about', '/about']],
    ['/es', 'en-quoted', ['/es', '/en', '/es', '/']],
    ['/', 'en-quoted', ['/', '/en', '/es', '/']],
    ['/en/about', 'es', ['/en/about', '/en/about', '/about', '/about']],
    ['/about', 'es', ['/about', '/en/about', '/about', '/about']],
  ] as const)(
    '%s links to itself and its translations while %s is bare',
    { tags: ['LANG-02'] },
    async (address, bareLocale, expected) => {
      for (const call of ['/offers', '/projects', '/devs', '/recruiters']) api.on(`GET ${call}`, { body: [] })
      const locale = address.startsWith('/es') ? 'es' : address.startsWith('/en') ? 'en' : bareLocale
      const { head } = await renderIn(locale, address, bareLocale)
      const names = ['canonical', 'en', 'es', 'x-default']
      expect(linksIn(head)).toEqual(expected.map((path, n) => [names[n], ORIGIN + path]))
      expect(head).toContain(`<meta property="og:locale" content="${locale === 'es' ? 'es_ES' : 'en_GB'}"`)
    },
  )

  test('links feeds, preview and structured data of its language', { tags: ['LANG-01'] }, async () => {
    api.on(`GET /offers/${id}`, { body: offer })
    const { head } = await renderIn('es', `/es/offers/${id}`)
    expect(head).toContain(`content="${ORIGIN}/es/previews/offers/${id}.jpg?v=`)
    expect(head).toContain(`"name":"Ofertas","item":"${ORIGIN}/es/offers"`)
    expect(head).toContain(`"name":"Puente","item":"${ORIGIN}/es"`)
    for (const call of ['/offers', '/projects', '/devs', '/recruiters']) api.on(`GET ${call}`, { body: [] })
    const list = await renderIn('es', '/es/offers')
    expect(list.head).toContain(`title="Ofertas · Puente" href="${ORIGIN}/es/feeds/offers.atom"`)
  })

  test('is 404 below a second language, and links no translation then', {
    tags: ['LANG-02'],
  }, async () => {
    const page = await renderIn('en', '/en/en')
    expect(page.status).toBe(404)
    expect(linksIn(page.head)).toEqual([])
  })
})
