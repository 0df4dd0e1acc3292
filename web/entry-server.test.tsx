// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { render as renderPage } from './entry-server.tsx'
import { apiServer } from './test/api-server.ts'
import { buildOffer } from './test/offers.ts'

const api = apiServer()
const render = (address: string) =>
  renderPage(address, { publicUrl: 'https://puente.example', fetch: api.fetch })

const offer = buildOffer({ description: '</script><script>alert(1)</script>' })
const id = offer._id

describe('a page rendered on the server', () => {
  test('has its head apart from its content', async () => {
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

  test('differs in nothing but the time when rendered again from the same data', async () => {
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
