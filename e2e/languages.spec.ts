import type { Request } from '@playwright/test'
import { LANGUAGES } from '#contract/locale.ts'
import { foreignSentences } from '../server/test/foreign-words.ts'
import { expect, OUTAGE, test } from './fixtures.ts'
import { send, signUpByApi } from './steps/api.ts'
import { lucia } from './steps/people.ts'

test.use({ demo: false })

const readerOf =
  (baseUrl: string) =>
  async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, { headers, redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }

const language = (html: string) => /<html lang="(\w+)" data-locale="([\w-]+)"/.exec(html)?.slice(1)
const entry = (html: string) => /href="(\/assets\/[^"]+)" data-entry/.exec(html)?.[1]

test('each address has its language, whatever was cached before', { tag: ['@LANG-01', '@LANG-02'] }, async ({
  server,
}) => {
  const read = readerOf(server.baseUrl)
  const titles: string[] = []
  for (const round of [1, 2]) {
    for (const [path, lang, locale, sign] of [
      ['/about', 'en', 'en-quoted', 'Login'],
      ['/en/about', 'en', 'en', 'Log in'],
      ['/es/about', 'es', 'es', 'Iniciar sesión'],
    ] as const) {
      // The browser's preference does not count: the page is the same for everybody.
      const { status, html } = await read(path, { 'accept-language': round === 1 ? 'es' : 'en' })
      expect([round, status, language(html)], path).toEqual([round, 200, [lang, locale]])
      expect(html, path).toContain(sign)
      expect(html, path).toContain(`<link rel="canonical" href="${server.baseUrl}${path}"`)
      titles.push(entry(html) ?? '')
    }
  }
  // Each loads the code of its language.
  expect(new Set(titles).size).toBe(3)
  const shell = await read('/es/settings')
  expect([shell.status, language(shell.html)]).toEqual([200, ['es', 'es']])
  for (const path of ['/ES', '/xx', '/en/en', '/es/nowhere', '/index.es.html', '/Es/about']) {
    expect((await read(path)).status, path).toBe(404)
  }
})

test('a visitor who opens Spanish stays in it, and loads the texts of no other language', {
  tag: ['@LANG-01', '@LANG-03'],
}, async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (/\/assets\/[^/]+\.js$/.test(request.url())) scripts.add(request.url())
  })
  await page.goto('/es')
  await page.getByRole('banner').getByRole('link', { name: 'Proyectos' }).click()
  await expect(page).toHaveURL(/\/es\/projects$/)
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/es\/login$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.goto('/es/settings')
  await expect(page).toHaveURL(/\/es\/login$/)
  const files = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()))
  const code = files.join('\n')
  expect(code).toContain('Iniciar sesión')
  expect(foreignSentences('es').filter((text) => code.includes(text))).toEqual([])
  expect(foreignSentences('en').some((text) => code.includes(text))).toBe(true)
})

test('a language adds at most 3 kB of JavaScript to a first visit, which stays within its budget', {
  tag: ['@LANG-01'],
}, async ({ page }) => {
  // A tenth above the goal of docs/performance.md, row 5.
  const BUDGET = 150_000
  const firstLoad = async (path: string) => {
    const scripts = new Set<string>()
    const note = (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(request.url())
    }
    page.on('request', note)
    await page.goto(path)
    page.off('request', note)
    const sizes = [...scripts].map(async (url) => {
      const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      return Number(headers.get('content-length'))
    })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  const quoted = await firstLoad('/offers')
  expect(quoted).toBeGreaterThan(50_000)
  for (const language of LANGUAGES) {
    const bytes = await firstLoad(`/${language}/offers`)
    expect(bytes - quoted, language).toBeLessThanOrEqual(3000)
    expect(bytes, language).toBeLessThanOrEqual(BUDGET)
  }
})

test('a person who chose Spanish is redirected to it, and switches to English', {
  tag: ['@LANG-01'],
}, async ({ server, as }) => {
  const token = await signUpByApi(server.baseUrl, lucia, 'developer')
  await send(server.baseUrl, 'PUT', '/settings/language', { language: 'es' }, token)
  const page = await as(lucia)
  await page.goto('/projects?sort=oldest', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/es\/projects\?sort=oldest$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  // Before hydration the button does nothing.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Idioma' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/en\/projects\?sort=oldest$/)
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/en\/about$/)
})

test.describe('with LANGUAGE=es', () => {
  test.use({ serverEnv: { LANGUAGE: 'es' }, serviceWorkers: 'allow' })

  test('addresses without a prefix are Spanish, and prefixed ones redirect to them', {
    tag: ['@LANG-01', '@LANG-02'],
  }, async ({ server, page }) => {
    const read = readerOf(server.baseUrl)
    expect(language((await read('/about')).html)).toEqual(['es', 'es'])
    expect(language((await read('/en/about')).html)).toEqual(['en', 'en'])
    const moved = await read('/es/about?x=1')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/about?x=1'])
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Proyectos' }).click()
    await expect(page).toHaveURL(/\/projects$/)
  })

  test('the offline page has the language of the address', { tag: ['@LANG-01'] }, async ({
    server,
    page,
    allowErrors,
  }) => {
    allowErrors(OUTAGE)
    await page.goto('/about')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await server.stop()
    for (const [address, title, heading] of [
      ['/offers', 'Sin conexión', 'No hay conexión'],
      ['/en/offers', 'No connection', 'There is no connection'],
    ] as const) {
      await page.goto(address)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    }
  })
})
