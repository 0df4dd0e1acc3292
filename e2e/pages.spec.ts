import { expect, test } from './fixtures.ts'
import { send, signUpByApi } from './steps/api.ts'
import { lucia, marta } from './steps/people.ts'

test.use({ demo: false })

test('public pages are rendered on the server, cached, and invalidated by a change', {
  tag: ['@ROUTE-03', '@ROUTE-04', '@ROUTE-33'],
}, async ({ server }) => {
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.baseUrl + path, { headers, redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const token = await signUpByApi(server.baseUrl, marta, 'recruiter')
  expect((await read('/offers')).html).not.toContain('Ingeniera de datos')

  const offer = { position: 'Ingeniera de datos', description: '<script>alert(1)</script>', skills: ['Go'] }
  const { _id } = (await send(server.baseUrl, 'POST', '/offers', offer, token)) as { _id: string }
  for (const path of ['/', '/offers', `/offers/${_id}`]) {
    const page = await read(path)
    expect(page.status, path).toBe(200)
    expect(page.html, path).toContain('Ingeniera de datos')
    expect(page.html, path).not.toContain('<script>alert(1)')
    const again = await read(path, { 'if-none-match': page.headers.get('etag') ?? '' })
    expect(again.status, path).toBe(304)
  }
  const known = { 'if-none-match': (await read('/offers')).headers.get('etag') ?? '' }
  await send(server.baseUrl, 'POST', '/offers', { position: 'Nobody will see it' }, token).then((made) =>
    send(server.baseUrl, 'PATCH', `/offers/${(made as { _id: string })._id}/delete`, undefined, token),
  )
  // Rendered again from the same data.
  expect((await read('/offers', known)).status).toBe(304)
  const detail = await read(`/offers/${_id}`)
  expect(detail.html).toMatch(/<title>[^<]*Ingeniera de datos/)

  await send(server.baseUrl, 'PUT', `/offers/${_id}`, { position: 'Arquitecta de datos' }, token)
  expect((await read(`/offers/${_id}`)).html).toContain('Arquitecta de datos')
  expect((await read('/offers')).html).toContain('Arquitecta de datos')

  await send(server.baseUrl, 'PATCH', `/offers/${_id}/delete`, undefined, token)
  expect((await read(`/offers/${_id}`)).status).toBe(410)
  expect((await read('/offers')).html).not.toContain('Arquitecta de datos')
})

test('status codes are correct, and private pages are a shell excluded from indexes', async ({ server }) => {
  const read = async (path: string) => fetch(server.baseUrl + path, { redirect: 'manual' })
  for (const path of ['/nowhere', '/private-dev', '/private-rec/nowhere', '/settings/nowhere']) {
    const page = await read(path)
    expect(page.status, path).toBe(404)
    expect(await page.text(), path).toContain('Oops! Page Not Found')
  }
  expect((await read('/offers/00000000-0000-7000-8000-000000000000')).status).toBe(404)
  const moved = await read('/offers/?sort=oldest')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/offers?sort=oldest'])
  for (const [typed, address] of [
    ['/Offers?page=2', '/offers?page=2'],
    ['/LEGAL/Terms/', '/legal/terms'],
    ['/Reset-Password/AbC', '/reset-password/AbC'],
  ] as const) {
    const { status, headers } = await read(typed)
    expect([status, headers.get('location')], typed).toEqual([301, address])
  }
  expect((await read('/reset-password/AbC')).status).toBe(200)
  expect((await read('//evil.example/')).headers.get('location') ?? '').not.toMatch(/^\/\//)
  for (const [path, code] of [
    ['/settings', 'SettingsPage'],
    ['/login', 'LoginPage'],
    ['/private-rec/offers', 'DashboardPage'],
    ['/private-rec/dashboard/x', 'BoardPage'],
    ['/profile', 'OwnProfilePage'],
  ]) {
    const page = await read(path ?? '')
    expect(page.status, path).toBe(200)
    const html = await page.text()
    expect(html, path).toContain('noindex')
    // Its code loads in parallel with the entry.
    expect(html, path).toMatch(
      new RegExp(`<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/${code}-`),
    )
  }
  expect((await read('/api/nowhere')).headers.get('content-type')).toContain('application/json')
})

test('a short address opens the page of its person immediately, and a former one redirects', {
  tag: ['@FLOW-03'],
}, async ({ page, server }) => {
  const token = await signUpByApi(server.baseUrl, lucia, 'developer')
  const take = (handle: string) => send(server.baseUrl, 'PUT', '/users/handle', { handle }, token)
  const read = async (path: string) => fetch(server.baseUrl + path, { redirect: 'manual' })
  expect((await read('/@lucia-p')).status).toBe(404)
  await take('lucia-p')
  expect(await (await read('/@lucia-p')).text()).toContain(`<title>${lucia.name} ${lucia.surname}`)
  await take('lucia-pena')
  for (const language of ['', '/es']) {
    const former = await read(`${language}/@lucia-p`)
    const { status, headers } = former
    expect([status, headers.get('location')]).toEqual([301, `${language}/@lucia-pena`])
    expect(headers.get('cache-control')).toBe('no-cache')
  }
  await page.goto('/@lucia-p')
  await expect(page).toHaveURL(/\/@lucia-pena$/)
  await page.locator('html[data-hydrated]').waitFor()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${lucia.name} ${lucia.surname}`)
  await page.getByRole('tab', { name: 'Studies' }).click()
  await expect(page).toHaveURL(/\/@lucia-pena\?tab=studies$/)
})

test.describe(() => {
  // Including the service worker.
  test.use({ serviceWorkers: 'allow' })

  test('every public page hydrates without console messages', {
    tag: [
      '@ROUTE-17',
      '@ROUTE-18',
      '@ROUTE-19',
      '@ROUTE-20',
      '@ROUTE-21',
      '@CONT-05',
      '@CONT-06',
      '@CONT-07',
      '@CONT-08',
    ],
  }, async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    for (const [path, heading] of [
      ['/', 'The bridge between builders and teams'],
      ['/offers', 'Your Next Tech Career Starts Here'],
      ['/projects', 'Explore Projects'],
      ['/developers', 'Meet Our Developers'],
      ['/about', 'About'],
      ['/legal/terms', 'Terms of Use'],
      ['/legal/privacy', 'Privacy Policy'],
      ['/legal/cookies', 'Cookie Policy'],
      ['/contact', 'Contact'],
    ] as const) {
      await page.goto(path)
      await page.locator('html[data-hydrated]').waitFor()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    }
    expect(said).toEqual([])
    await page.goto('/legal/privacy')
    await expect(page.getByRole('link', { name: 'privacy@example.com' }).first()).toBeVisible()
  })
})
