import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { axeOf } from './steps/axe.ts'

test('a visitor sees statistics, projects, offers and people', {
  tag: [
    '@HOME-12',
    '@HOME-13',
    '@HOME-14',
    '@HOME-18',
    '@HOME-19',
    '@HOME-23',
    '@HOME-24',
    '@HOME-25',
    '@HOME-26',
    '@HOME-36',
    '@ROUTE-01',
    '@ROUTE-02',
  ],
}, async ({ page, server }) => {
  const total = async (path: string, header = 'x-total-count') =>
    Number((await fetch(`${server.baseUrl}/api${path}`)).headers.get(header))
  await page.goto('/')
  const numbers = page.getByRole('region', { name: 'Puente in numbers' })
  await numbers.scrollIntoViewIfNeeded()
  for (const [label, count] of [
    ['Developers', await total('/devs?limit=1')],
    ['Companies', await total('/recruiters?limit=1')],
    ['Active Offers', await total('/offers?limit=1')],
    ['Total hires', await total('/offers?limit=1', 'x-total-hires')],
  ] as const) {
    const shown = numbers.locator('div').filter({ hasText: label }).last()
    await expect(shown.locator('[aria-hidden]')).toHaveText(`+${count * 100}`)
  }
  for (const [name, cards, path] of [
    ['Last Projects', 3, '/projects'],
    ['Last Offers', 3, '/offers'],
    ['Outstanding talents', 4, '/developers'],
  ] as const) {
    const section = page.getByRole('region', { name })
    await expect(section.getByRole('article').filter({ visible: true })).toHaveCount(cards)
    await expect(section.getByRole('link', { name: /^View all/ })).toHaveAttribute('href', path)
  }
})

test('an offer card shows its facts and links to the recruiter and the offer', {
  tag: ['@HOME-27', '@HOME-28', '@HOME-29', '@HOME-30', '@HOME-31'],
}, async ({ page, server }) => {
  const [offer] = await (await fetch(`${server.baseUrl}/api/offers?limit=1`)).json()
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Last Offers' }).getByRole('article').first()
  for (const text of [offer.position, offer.role, offer.location, offer.contractType.join(', ')]) {
    if (text) await expect(card.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(card).toContainText(/Posted (1 day|\d+ days) ago/)
  await expect(card).toContainText(
    offer.applicantsCount === 1 ? '1 applicant' : `${offer.applicantsCount} applicants`,
  )
  await card.getByRole('link', { name: 'View Offer' }).click()
  await expect(page).toHaveURL(`/offers/${offer._id}`)
  await page.goBack()
  await card.getByRole('link', { name: offer.owner.name }).click()
  await expect(page).toHaveURL(`/recruiter/${offer.owner._id}`)
})

test('eight technologies scroll by and link to the projects', { tag: ['@HOME-16', '@HOME-17'] }, async ({
  page,
}) => {
  await page.goto('/')
  const band = page.getByRole('region', { name: 'Work with the technologies you know' })
  await expect(band.getByRole('listitem')).toHaveText([
    'JavaScript',
    'TypeScript',
    'React',
    'Node.js',
    'Python',
    'Java',
    'Docker',
    'MongoDB',
  ])
  for (const link of await band.getByRole('link').all())
    await expect(link).toHaveAttribute('href', '/projects')
})

test('the technologies pause on hover, on focus and with reduced motion (decision 39)', {
  tag: '@HOME-16',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const band = page.getByRole('region', { name: 'Work with the technologies you know' })
  const movement = () =>
    band.evaluate((section) => section.getAnimations({ subtree: true }).map(({ playState }) => playState))
  const react = band.getByRole('link', { name: 'React', exact: true })
  await expect.poll(movement).toEqual(['running'])
  await band.locator('.carousel').hover()
  await expect.poll(movement).toEqual(['paused'])
  await page.mouse.move(0, 0)
  await expect.poll(movement).toEqual(['running'])
  await react.focus()
  await expect.poll(movement).toEqual(['paused'])
  await react.blur()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(movement).toEqual([])
  for (const link of await band.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
})

test('the banner has a text for each role', {
  tag: ['@HOME-32', '@HOME-33', '@HOME-34', '@HOME-35'],
}, async ({ page, as }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/login')

  const developer = await as('developer')
  await developer.goto('/')
  await expect(developer.getByRole('link', { name: 'Create a new Project' })).toHaveAttribute(
    'href',
    '/login',
  )
  await developer.getByRole('link', { name: 'Create a new Project' }).click()
  await expect(developer).toHaveURL('/private-dev/projects/new')

  const recruiter = await as('recruiter')
  await recruiter.goto('/')
  await expect(recruiter.getByRole('link', { name: 'Create a new Offer' })).toHaveAttribute('href', '/login')
  await recruiter.getByRole('link', { name: 'Create a new Offer' }).click()
  await expect(recruiter).toHaveURL(/\/recruiter\/[0-9a-f-]{36}/)
})

test.describe('the search', () => {
  test('finds offers, filters them and closes on an outside click', {
    tag: [
      '@HOME-01',
      '@HOME-02',
      '@HOME-03',
      '@HOME-04',
      '@HOME-05',
      '@HOME-06',
      '@HOME-08',
      '@HOME-09',
      '@HOME-10',
      '@HOME-11',
    ],
  }, async ({ page }) => {
    await page.goto('/')
    const kind = page.getByLabel('Search in')
    const box = page.getByRole('combobox', { name: 'Search', exact: true })
    await expect(kind).toHaveValue('projects')
    await expect(box).toHaveAttribute('required', '')
    await kind.selectOption('Offers')
    await box.fill('developer')
    await page.getByRole('button', { name: 'Search', exact: true }).click()

    const panel = page.getByRole('region', { name: 'Search results' })
    const found = panel.getByText(/^All results found: \d+$/)
    await expect(found).toBeVisible()
    const count = async () => Number(((await found.textContent()) ?? '').split(': ')[1])
    const all = await count()
    expect(all).toBeGreaterThan(3)
    await expect(panel.getByRole('option')).toHaveCount(all)
    const marked = await panel.locator('mark').allTextContents()
    expect(new Set(marked.map((word) => word.toLowerCase()))).toEqual(new Set(['developer']))

    await test.step('the results overlay the cards below', async () => {
      const covered = await panel.evaluate((results) => {
        const { left, right, top, bottom } = results.getBoundingClientRect()
        return [...document.querySelectorAll('main article :is(a, button)')].flatMap((target) => {
          const box = target.getBoundingClientRect()
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
          const isBehind = x > left && x < right && y > top && y < Math.min(bottom, window.innerHeight)
          return isBehind ? [results.contains(document.elementFromPoint(x, y))] : []
        })
      })
      expect(covered.length).toBeGreaterThan(0)
      expect(covered).not.toContain(false)
    })

    const first = (await panel.getByRole('option').first().textContent()) ?? ''
    await panel.getByRole('button', { name: 'Oldest' }).click()
    await expect(panel.getByRole('option').last()).toHaveText(first)
    for (const filter of ['Last week', 'Freelance']) {
      await panel.getByRole('button', { name: filter }).click()
      await expect(panel.getByRole('button', { name: filter })).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(count).toBeLessThan(all)
      await panel.getByRole('button', { name: filter }).click()
      await expect(panel.getByRole('button', { name: filter })).toHaveAttribute('aria-pressed', 'false')
      await expect.poll(count).toBe(all)
    }
    await expect(panel.getByRole('group', { name: 'Contract type' }).getByRole('button')).toHaveText([
      'Full-time',
      'Permanent',
      'Part-time',
      'Temp',
      'Freelance',
      'Intern',
    ])
    await page.getByRole('heading', { level: 1 }).click()
    await expect(panel).toBeHidden()

    await kind.selectOption('Developers')
    await box.fill('zzzyxq')
    await box.press('Enter')
    await expect(panel.getByText('No results')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Last week' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  test('works by keyboard, has a URL to share, and returns with the back button', {
    tag: '@HOME-01',
  }, async ({ page, browser, server }) => {
    await page.goto('/')
    const box = page.getByRole('combobox', { name: 'Search', exact: true })
    await box.fill('typescript')
    await box.press('Enter')
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible()
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').nth(1)).toHaveAttribute(
      'aria-selected',
      'true',
    )

    const shared = await (await browser.newContext({ baseURL: server.baseUrl })).newPage()
    await shared.goto(page.url())
    await expect(shared.getByText(/^All results found: \d+$/)).toBeVisible()
    await shared.context().close()

    const target = await page
      .getByRole('listbox', { name: 'Results' })
      .getByRole('option')
      .nth(1)
      .getAttribute('href')
    await box.press('Enter')
    await expect(page).toHaveURL(target ?? '')
    await page.goBack()
    await expect(page.getByText(/^All results found: \d+$/)).toBeVisible()
  })

  test('reports a failure and retries', { tag: ['@ERR-60', '@ERR-61', '@ERR-62'] }, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/500/)
    for (const [kind, path, text] of [
      ['Projects', '**/api/projects/search*', 'Error fetching projects'],
      ['Developers', '**/api/devs/search*', 'Error fetching devs'],
      ['Offers', '**/api/offers/search*', 'Error fetching offers'],
    ] as const) {
      await page.goto('/')
      await page.route(path, (route) => route.fulfill({ status: 500, body: 'down' }))
      await page.getByLabel('Search in').selectOption(kind)
      const box = page.getByRole('combobox', { name: 'Search', exact: true })
      await box.fill('react')
      await box.press('Enter')
      await expect(page.getByText(text)).toBeVisible()
      await page.unroute(path)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(/^All results found: \d+$/)).toBeVisible()
    }
  })
})

test('header and footer link to every section', {
  tag: ['@HDR-01', '@HDR-02', '@HDR-04', '@HDR-11', '@HDR-12', '@HDR-13'],
}, async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  for (const [name, path] of [
    ['Developers', '/developers'],
    ['Projects', '/projects'],
    ['Jobs', '/offers'],
    ['Login', '/login'],
    ['Register', '/register'],
  ] as const) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  const footer = page.getByRole('contentinfo')
  for (const [name, path] of [
    ['Home', '/'],
    ['Offers', '/offers'],
    ['Developers', '/developers'],
    ['Projects', '/projects'],
    ['About us', '/about'],
    ['Contact', '/contact'],
    ['Onboarding', '/onboarding'],
    ['Settings', '/settings'],
    ['Terms of use', '/legal/terms'],
    ['Privacy policy', '/legal/privacy'],
    ['Cookie policy', '/legal/cookies'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
})

test('the footer is low, and follows the page without a gap', { tag: ['@HDR-11', '@HDR-13'] }, async ({
  page,
}) => {
  for (const [width, most] of [
    [1440, 143],
    [768, 143],
    [360, 278],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/offers')
    // At one moment, as fonts and pictures may still arrive.
    const { gap, height } = await page.getByRole('contentinfo').evaluate((footer) => {
      const main = document.querySelector('main')?.getBoundingClientRect()
      const { top, height } = footer.getBoundingClientRect()
      return { gap: top - (main?.bottom ?? 0), height }
    })
    expect(height, `at ${width} px`).toBeLessThanOrEqual(most)
    expect(gap).toBe(0)
  }
})

test('the user menu links to the profile and the settings, and logs out', {
  tag: ['@HDR-05', '@HDR-06', '@HDR-07', '@HDR-08', '@HDR-09', '@HDR-10', '@AUTH-16'],
}, async ({ as }) => {
  const page = await as('recruiter')
  await page.goto('/')
  const menu = page.getByRole('banner').getByRole('button', { name: /Marta.*Recruiter/s })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Ver Perfil' }).click()
  await expect(page).toHaveURL(/\/recruiter\/[0-9a-f-]{36}/)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('banner').getByRole('button', { name: /notifications/i })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('on a phone the drawer contains the links, without horizontal scrolling', {
  tag: ['@phone-only', '@HDR-03'],
}, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  const drawer = page.getByRole('dialog')
  for (const name of ['Developers', 'Projects', 'Jobs', 'Register']) {
    await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

for (const javaScriptEnabled of [true, false]) {
  test(`on a phone cards are in rows scrollable by touch and keyboard, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    tag: ['@phone-only', '@HOME-18', '@HOME-23', '@HOME-25'],
  }, async ({ browser, server, viewport }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      baseURL: server.baseUrl,
      viewport,
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/')
    const root = page.locator('html')
    // Half of its height with the cards in one column.
    expect(await root.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThan(3354)
    for (const name of ['Last Projects', 'Last Offers', 'Outstanding talents']) {
      const row = page.getByRole('list', { name, exact: true })
      const cards = row.getByRole('article')
      await expect(cards).toHaveCount(4)
      await expect(row).toHaveCSS('scroll-snap-type', 'x mandatory')
      await cards.first().scrollIntoViewIfNeeded()
      await expect(cards.first()).toBeInViewport({ ratio: 1 })
      await expect(cards.nth(1)).toBeInViewport({ ratio: 0.1 })
      await expect(cards.nth(1)).not.toBeInViewport({ ratio: 0.3 })
      await row.getByRole('link').first().focus()
      for (let presses = 0; presses < 20; presses += 1) {
        const focused = cards.filter({ has: page.locator(':focus') })
        if ((await focused.count()) === 0) break
        // The link, and the card around it in the width of the row.
        await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
        await expect.poll(() => sidesOf(focused)).toEqual({ left: true, right: true })
        await page.keyboard.press('Tab')
      }
      await expect(row.locator(':focus')).toHaveCount(0)
      expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(500)
    }
    expect(await root.evaluate(({ scrollWidth }) => scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await context.close()
  })
}

/** Sides of a card inside of the window. */
const sidesOf = (card: Locator) =>
  card.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return { left: left >= 0, right: right <= window.innerWidth }
  })

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the home page with results, ${theme}`, { tag: ['@deep', '@phone'] }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto('/?in=offers&q=developer')
    await expect(page.getByText(/^All results found: \d+$/)).toBeVisible()
    const { violations } = await axeOf(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
}

test('the home page and its search work without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.baseUrl })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Last Offers' }).getByRole('article').first()).toBeVisible()
  await page.getByLabel('Search in').selectOption('Offers')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('developer')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(/^All results found: \d+$/)).toBeVisible()
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/\/offers\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
