// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { compose, render as renderFor } from './entry-server.tsx'
import type { PageState } from './page-state.ts'
import { apiServer } from './test/api-server.ts'

const api = apiServer()
const render = (address: string) =>
  renderFor(address, { publicUrl: 'https://puente.example', fetch: api.fetch })

const TEMPLATE = '<head><!--head--></head><div id="app"><!--app--></div><!--state-->'
const id = '0190a000-0000-7000-8000-000000000001'
const offer = {
  _id: id,
  position: 'Bridge builder',
  title: 'Bridge builder',
  role: 'Backend',
  company: 'Acueducto',
  location: 'Segovia',
  contractType: ['Full-time'],
  salary: 30000,
  skills: ['Go'],
  language: '',
  description: '</script><script>alert(1)</script>',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  owner: null,
  applicants: [],
  applicantsCount: 3,
  applied: false,
}

function stateOf(state: string): PageState {
  return JSON.parse(state.replace(/^<script[^>]*>/, '').replace('</script>', ''))
}

describe('a page made on the server', () => {
  test('has its head apart from its content', async () => {
    const page = await render('/about')
    expect(page).toMatchObject({ status: 200, isComplete: true, file: 'legal/AboutPage.tsx' })
    expect(page.head).toContain('<title>About us · Puente</title>')
    expect(page.head).toContain('<meta name="description"')
    expect(page.html).toMatch(/^<div/)
    expect(page.html).toContain('>About us</h1>')
    expect(page.html).not.toContain('<title>')
  })

  test('carries the data that it shows, and shows it', async () => {
    api.on(`GET /offers/${id}`, { body: offer })
    const page = await render(`/offers/${id}`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Bridge builder')
    const queries = stateOf(page.state).queries.queries
    expect(queries.map((query) => query.state.data)).toContainEqual(offer)
    expect(api.calls.every((call) => call.headers.authorization === undefined)).toBe(true)
  })

  test('is the same when it is made again of the same data, but for the time that it names', async () => {
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

  test('lets no text of a person out of its place', async () => {
    api.on(`GET /offers/${id}`, { body: offer })
    const page = await render(`/offers/${id}`)
    expect(page.html).not.toContain('<script>alert')
    expect(page.state.match(/<\/script>/g)).toHaveLength(1)
  })

  test.each([
    '/login',
    '/register',
    '/contact',
    '/legal/terms',
    '/legal/privacy',
    '/legal/cookies',
    '/reset-password/abc',
  ])('%s needs no call', async (address) => {
    expect((await render(address)).status).toBe(200)
    expect(api.calls).toEqual([])
  })

  test.each([
    '/settings',
    '/private-rec/offers',
    '/private-dev/profile',
    '/private-dev/projects/new',
    '/onboarding',
  ])('%s shows a spinner and asks for nothing: only the browser knows who is there', async (address) => {
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
  ])('is 404 for %s, an unmatched path [ROUTE-33]', async (address) => {
    const page = await render(address)
    expect(page.status).toBe(404)
    expect(page.html).toContain('Oops! Page Not Found')
  })

  test('is 404 for a thing that does not exist', async () => {
    expect(await render(`/offers/${id}`)).toMatchObject({ status: 404, isComplete: true })
  })

  test('is not to be kept when the API failed', async () => {
    api.on(`GET /offers/${id}`, { status: 500 })
    expect(await render(`/offers/${id}`)).toMatchObject({ status: 200, isComplete: false })
  })
})

describe('compose', () => {
  test('puts the parts in their places and names the code, which comes after the first paint', async () => {
    const manifest = {
      '_AboutPage.js': { file: 'assets/about.js', name: 'AboutPage', imports: ['_page.js', 'main.tsx'] },
      '_page.js': { file: 'assets/page.js', imports: ['main.tsx'] },
      'main.tsx': { file: 'assets/main.js' },
    }
    const script = '<script type="module" crossorigin src="/assets/main.js"></script></head>'
    const template = TEMPLATE.replace('</head>', script)
    const document = compose(template, manifest, await render('/about'))
    expect(document).not.toMatch(/<!--(head|app|state)-->/)
    expect(document).toMatch(/<head><title>About us · Puente<\/title>/)
    expect(document.match(/rel="(modulepreload|later)"[^>]*>/g)).toEqual([
      'rel="later" crossorigin href="/assets/about.js">',
      'rel="later" crossorigin href="/assets/page.js">',
      'rel="later" crossorigin href="/assets/main.js" data-entry>',
    ])
    expect(document).not.toContain('type="module"')
    expect(document).toMatch(/<\/div><script type="application\/json" id="state">/)
    const shell = compose(template, manifest, { ...(await render('/about')), html: '' })
    expect(shell).toContain(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/page.js">',
    )
    expect(shell).toContain(script)
  })

  test('takes `$&` in a text for what it is', () => {
    const page = {
      status: 200,
      isComplete: true,
      head: '',
      html: "$& $1 $'",
      state: '',
      renderedAt: 0,
      file: undefined,
    } as const
    expect(compose(TEMPLATE, {}, page)).toContain('<div id="app">$& $1 $\'</div>')
  })
})
