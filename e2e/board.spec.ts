import type { Locator, Page } from '@playwright/test'
import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf } from './steps/api.ts'
import { expectAccessible, expectNoSidewaysScroll } from './steps/axe.ts'

type Applicant = { _id: string; status: string; user: { name: string; surname: string } | null }
type Offer = { _id: string; position: string; applicantsCount: number }

/** Marta's offer with the most applicants, and its pending applicants. */
async function busiestOffer(baseUrl: string) {
  const marta = await apiOf(baseUrl, ACCOUNTS.recruiter)
  const offers = await marta.get<Offer[]>(`/offers/profile/${marta.id}`)
  const [offer] = offers.toSorted((a, b) => b.applicantsCount - a.applicantsCount)
  if (!offer) throw new Error('Marta has offers in the demo world.')
  const applicants = async () =>
    (await marta.get<{ applicants: Applicant[] }>(`/offers/${offer._id}/candidates`)).applicants
  return {
    offer,
    board: `/private-rec/dashboard/${offer._id}`,
    statusOf: async (name: string) => (await applicants()).find((one) => nameOf(one) === name)?.status,
    /** Sets a known status before a test. */
    reset: async (name: string, status: string) => {
      const applicant = (await applicants()).find((one) => nameOf(one) === name)
      await marta.put(`/offers/${offer._id}/candidates/${applicant?._id}`, { status })
    },
    names: (await applicants()).filter((one) => one.user).map(nameOf),
  }
}

const nameOf = ({ user }: Applicant) => `${user?.name} ${user?.surname}`
const column = (page: Page, status: string) => page.getByRole('region', { name: status })
const cardIn = (page: Page, status: string, name: string) =>
  column(page, status).getByRole('article', { name, exact: true })

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Nothing to point at.')
  return { x: box.x + box.width / 2, y: box.y + 40 }
}

test('three applicants are hired: by mouse, by touch and by keyboard alone', {
  tag: [
    '@PIPE-01',
    '@PIPE-02',
    '@PIPE-06',
    '@PIPE-11',
    '@PIPE-12',
    '@PIPE-13',
    '@PIPE-14',
    '@PIPE-16',
    '@ROLE-10',
    '@ROLE-14',
  ],
}, async ({ browser, as, server }) => {
  test.slow()
  const { board, names, reset, statusOf } = await busiestOffer(server.baseUrl)
  const [first = '', second = '', third = ''] = names
  for (const name of [first, second, third]) await reset(name, 'pending')
  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board)
  const accepted = Number(
    await page.locator('dl').getByText('Accepted').locator('..').locator('dd').innerText(),
  )

  await test.step('by mouse', async () => {
    const from = await middleOf(cardIn(page, 'Pending', first))
    const to = await middleOf(column(page, 'Accepted'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 30, { steps: 3 })
    await page.mouse.move(to.x, to.y + 60, { steps: 6 })
    await expect(column(page, 'Accepted')).toHaveClass(/ring-primary/)
    await page.mouse.up()
    await expect(cardIn(page, 'Accepted', first)).toBeVisible()
    await expect.poll(() => statusOf(first)).toBe('accepted')
  })

  await test.step('by keyboard alone', async () => {
    await page.getByRole('button', { name: `Move ${second}` }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status')).toContainText([`${second} picked up from Pending.`])
    for (const over of ['Reviewed', 'Interviewed', 'Accepted']) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('status')).toContainText([`${second} is over ${over}.`])
    }
    await page.keyboard.press('Space')
    await expect(cardIn(page, 'Accepted', second)).toBeVisible()
    await expect(page.getByRole('button', { name: `Move ${second}` })).toBeFocused()
    await expect.poll(() => statusOf(second)).toBe('accepted')

    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status')).toContainText([`${second} stays in Accepted.`])
    expect(await statusOf(second)).toBe('accepted')
  })

  await test.step('by touch', async () => {
    const storageState = await page.context().storageState()
    const context = await browser.newContext({
      storageState,
      hasTouch: true,
      viewport: { width: 1366, height: 1024 },
    })
    const tablet = await context.newPage()
    await tablet.goto(server.baseUrl + board)
    const from = await middleOf(cardIn(tablet, 'Pending', third))
    const to = await middleOf(column(tablet, 'Accepted'))
    const devtools = await context.newCDPSession(tablet)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', from)
    // A long press drags the card; an immediate move scrolls the column.
    await expect(tablet.locator('[data-dnd-overlay] article')).toBeAttached()
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + 60 * part })
    }
    await expect(column(tablet, 'Accepted')).toHaveClass(/ring-primary/)
    await touch('touchEnd')
    await expect(cardIn(tablet, 'Accepted', third)).toBeVisible()
    await expect.poll(() => statusOf(third)).toBe('accepted')
    await context.close()
  })

  // The first board gets the third change by the socket.
  await expect(cardIn(page, 'Accepted', third)).toBeVisible()
  await expect(page.locator('dl').getByText('Accepted').locator('..').locator('dd')).toHaveText(
    String(accepted + 3),
  )
})

test('keys before the next frame move a card, too', { tag: ['@PIPE-12'] }, async ({ as, server }) => {
  const { board, names, reset, statusOf } = await busiestOffer(server.baseUrl)
  const [name = ''] = names
  await reset(name, 'pending')
  const page = await as('recruiter')
  await page.goto(board)
  await page.getByRole('button', { name: `Move ${name}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status')).toContainText([`${name} picked up from Pending.`])
  await page.evaluate(async () => {
    for (const code of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Space']) {
      const key = new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(key)
      // Microtasks run between two keys.
      await undefined
    }
  })
  await expect(cardIn(page, 'Interviewed', name)).toBeVisible()
  await expect.poll(() => statusOf(name)).toBe('interviewed')
})

test('a refused drag is rolled back with the reason', { tag: ['@PIPE-14', '@ERR-35'] }, async ({
  as,
  server,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  const { board, names, reset } = await busiestOffer(server.baseUrl)
  const [name = ''] = names
  await reset(name, 'pending')
  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board)
  await page.route('**/candidates/*', (route) => route.abort())
  await page.getByRole('button', { name: `Move ${name}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status')).toContainText([`${name} picked up from Pending.`])
  await page.keyboard.press('ArrowRight')
  await expect(column(page, 'Reviewed')).toHaveClass(/ring-primary/)
  await page.keyboard.press('Space')
  await expect(page.getByText('Error updating candidate status')).toBeVisible()
  await expect(cardIn(page, 'Pending', name)).toBeVisible()
  await expect(page.getByRole('button', { name: `Move ${name}` })).toBeFocused()
})

test('two boards of one recruiter stay in sync, new applicants included', { tag: '@PIPE-15' }, async ({
  as,
  server,
}) => {
  const { board, names, offer, reset } = await busiestOffer(server.baseUrl)
  const [name = ''] = names
  await reset(name, 'pending')
  const [here, there] = [await as('recruiter'), await as('recruiter')]
  for (const page of [here, there]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(board)
    await expect(cardIn(page, 'Pending', name)).toBeVisible()
  }
  await here.getByLabel(`Status of ${name}`).selectOption('Rejected')
  await expect(cardIn(there, 'Rejected', name)).toBeVisible()
  await there.getByLabel(`Status of ${name}`).selectOption('Interviewed')
  await expect(cardIn(here, 'Interviewed', name)).toBeVisible()

  const account = { email: 'nadia.nueva@example.com', password: 'Puente-2026!' }
  const registered = await fetch(`${server.baseUrl}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...account,
      name: 'Nadia',
      surname: 'Nueva',
      'confirm-password': account.password,
      role: 'developer',
    }),
  })
  expect(registered.status).toBe(201)
  const nadia = await apiOf(server.baseUrl, account)
  await nadia.post(`/offers/${offer._id}/apply`, { phone: '+34 600 111 222', gdprAccepted: true })
  for (const page of [here, there]) {
    await expect(cardIn(page, 'Pending', 'Nadia Nueva')).toBeVisible()
    await expect(cardIn(page, 'Pending', 'Nadia Nueva')).toContainText('No skills registered')
  }
})

test('six cards of a column are fully visible in a window of 1440 × 900', { tag: '@FLOW-09' }, async ({
  as,
  server,
}) => {
  const { board, names, reset } = await busiestOffer(server.baseUrl)
  const six = names.slice(0, 6)
  for (const name of names) await reset(name, six.includes(name) ? 'reviewed' : 'pending')
  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board)
  await expect(column(page, 'Reviewed').getByRole('article')).toHaveCount(6)
  for (const name of six) await expect(cardIn(page, 'Reviewed', name)).toBeInViewport({ ratio: 1 })

  await test.step('the focus follows a card that its status menu moves', async () => {
    const [name = ''] = six
    const menu = page.getByLabel(`Status of ${name}`)
    await menu.focus()
    await menu.selectOption('Interviewed')
    await expect(cardIn(page, 'Interviewed', name)).toBeVisible()
    await expect(menu).toBeFocused()
  })

  await test.step('the words of the status menus are whole at 1024 px, in Spanish too', async () => {
    for (const [index, language] of (['', '/es'] as const).entries()) {
      await page.setViewportSize({ width: 1024, height: 768 })
      await page.goto(language + board)
      const menus = page.getByRole('article').getByRole('combobox')
      await expect(menus.nth(5)).toBeVisible()
      expect(await menus.evaluateAll(cutWords), `language ${index}`).toEqual([])
    }
  })
})

/** Options whose text is wider than their select. */
function cutWords(selects: (Element | HTMLSelectElement)[]): string[] {
  const canvas = document.createElement('canvas').getContext('2d')
  return selects.flatMap((select) => {
    if (!(select instanceof HTMLSelectElement) || !canvas) return ['no select']
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    canvas.font = font
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return [...select.options].flatMap(({ text }) =>
      canvas.measureText(text).width > room + 0.5 ? `${text} in ${Math.round(room)} px` : [],
    )
  })
}

test('a dialog shows everything about an applicant', {
  tag: ['@PIPE-04', '@PIPE-05', '@PIPE-12', '@ROLE-11', '@ROLE-12', '@ROLE-13', '@VAL-70'],
}, async ({ as, server }) => {
  test.slow()
  const { board, offer, statusOf } = await busiestOffer(server.baseUrl)
  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board)
  await expect(page.getByRole('link', { name: 'View complete description' })).toHaveAttribute(
    'href',
    `/offers/${offer._id}`,
  )
  // The way back, the facts and Edit are in its header.
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'My Offers' })).toHaveAttribute('href', '/private-rec/offers')
  await expect(main.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Details of Lucía/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Lucía/ })
  const name = await dialog.getByRole('heading', { level: 2 }).innerText()
  await expect(dialog.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/)
  await expect(dialog.getByRole('button', { name: 'Chat' })).toBeEnabled()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Reviewed' }).click()
  await expect(dialog.getByRole('button', { name: 'Reviewed' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => statusOf(name)).toBe('reviewed')
  const interviewed = dialog.getByRole('button', { name: 'Interviewed' })
  await interviewed.click()
  await expect.poll(() => statusOf(name)).toBe('interviewed')
  await expect(interviewed).toBeFocused()
  await expect(
    dialog
      .getByRole('listitem')
      .filter({ hasText: /Reviewed.*Marta/ })
      .first(),
  ).toBeVisible()

  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^PDF of/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/^cover-letter-luc[ií]a-.*\.pdf$/)
})

test('the toggle and small screens show lists by status instead of columns', {
  tag: ['@phone', '@PIPE-03', '@PIPE-07'],
}, async ({ as, server, isMobile, viewport }) => {
  const { board, names, reset } = await busiestOffer(server.baseUrl)
  const [name = '', ...others] = names
  for (const other of others) await reset(other, 'rejected')
  await reset(name, 'pending')
  const page = await as('recruiter')
  await page.setViewportSize(viewport ?? { width: 1440, height: 900 })
  await page.goto(board)
  if (isMobile) await expect(page.getByRole('button', { name: 'Lists' })).toHaveCount(0)
  else {
    await expect(column(page, 'Interviewed')).toContainText('No candidates')
    await page.getByRole('button', { name: 'Lists' }).click()
  }
  await expect(page.getByRole('article', { name })).toBeVisible()
  await page.getByLabel(`Status of ${name}`).selectOption('Accepted')
  await expect(page.getByText('No candidates found for "pending"')).toBeVisible()
  await page.getByRole('tab', { name: 'Accepted' }).click()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the dashboard shows its numbers as text, as bars and as a table', {
  tag: [
    '@DASH-01',
    '@DASH-02',
    '@DASH-03',
    '@DASH-04',
    '@DASH-05',
    '@DASH-06',
    '@DASH-07',
    '@DASH-08',
    '@DASH-10',
    '@REC-04',
    '@REC-05',
  ],
}, async ({ as, server }) => {
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const stats = await marta.get<Record<string, number>>(`/offers/stats/${marta.id}`)
  const page = await as('recruiter')
  await page.goto(`/recruiter/${marta.id}`)
  await expect(page.getByRole('heading', { name: /^Total data since \d\d\/\d\d\/\d{4}$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Offers Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Offers')
  const block = page.getByRole('region', { name: 'Stats' })
  await expect(block.getByText('Total applicants').locator('..')).toContainText(String(stats.totalApplicants))
  const cells = block.getByRole('table').getByRole('cell')
  await expect(cells).toHaveCount(7)
  const perDay = (await cells.allInnerTexts()).map(Number)
  expect(perDay.reduce((sum, count) => sum + count, 0)).toBe(stats.applicationsLast7Days)

  const numbers = await marta.get<Record<string, number>>('/offers/mine/numbers')
  await expect(block.getByText('Open offers').locator('..')).toContainText(String(numbers.open))
  await expect(block.getByText('Waiting for your answer').locator('..')).toContainText(
    String(numbers.waiting),
  )
  const offers = page.getByRole('table', { name: 'My Offers' })
  // The header row included.
  await expect(offers.getByRole('row')).toHaveCount(7)
  await expect(offers.getByRole('link', { name: /^Applicants of/ })).toHaveCount(6)

  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  await expect(page).toHaveURL(/view=grid/)
  await page.getByRole('button', { name: 'Oldest' }).click()
  await expect(page).toHaveURL(/sort=oldest/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Contract type').selectOption('Internship')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back offers' }).click()
  await expect(page).toHaveURL(new RegExp(`/recruiter/${marta.id}$`))
})

test("another recruiter's board leads to the public page of the offer (decision 35)", async ({
  as,
  server,
  allowErrors,
}) => {
  allowErrors(/status of 403/)
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const offers = await marta.get<(Offer & { owner: { _id: string } })[]>('/offers')
  const foreign = offers.find((offer) => offer.owner._id !== marta.id)
  const page = await as('recruiter')
  await page.goto(`/private-rec/dashboard/${foreign?._id}`)
  await expect(page).toHaveURL(new RegExp(`/offers/${foreign?._id}$`))
  await expect(page.getByRole('button', { name: 'Apply Now' })).toHaveCount(0)
})

test('the focus stays with a card: by keys in quick succession, by another browser, and after J and K', {
  tag: ['@FLOW-09', '@PIPE-15'],
}, async ({ as, server }) => {
  const { board, names, reset } = await busiestOffer(server.baseUrl)
  const [name = '', other = ''] = names
  for (const one of names) await reset(one, 'pending')
  const [here, there] = [await as('recruiter'), await as('recruiter')]
  for (const page of [here, there]) {
    // Low: most cards of the column are out of view.
    await page.setViewportSize({ width: 1440, height: 700 })
    await page.goto(board)
    await expect(cardIn(page, 'Pending', name)).toBeVisible()
  }
  const details = (one: string) => here.getByRole('button', { name: `Details of ${one}`, exact: true })

  await test.step('five keys, each for the same card', async () => {
    await details(name).focus()
    for (const key of '24351') await here.keyboard.press(key)
    await expect(cardIn(there, 'Pending', name)).toBeVisible()
    await expect(cardIn(here, 'Pending', name)).toBeVisible()
    await expect(details(name)).toBeFocused()
    await here.keyboard.press('5')
    await expect(cardIn(here, 'Rejected', name)).toBeInViewport({ ratio: 1 })
    await expect(details(name)).toBeFocused()
  })

  await test.step('the focus moves with a card that the other browser moves', async () => {
    await details(other).focus()
    await there.getByLabel(`Status of ${other}`, { exact: true }).selectOption('Interviewed')
    await expect(cardIn(here, 'Interviewed', other)).toBeVisible()
    await expect(details(other)).toBeFocused()
    // A board without the focus does not take it.
    await here.getByRole('link', { name: 'View complete description' }).focus()
    await there.getByLabel(`Status of ${other}`, { exact: true }).selectOption('Reviewed')
    await expect(cardIn(here, 'Reviewed', other)).toBeVisible()
    await expect(here.getByRole('link', { name: 'View complete description' })).toBeFocused()
  })

  await test.step('the card selected by J is in view after its details close', async () => {
    await column(here, 'Pending')
      .getByRole('button', { name: /^Details of/ })
      .first()
      .focus()
    await here.keyboard.press('Enter')
    const dialog = here.getByRole('dialog')
    await expect(dialog).toContainText(/1 of \d+/)
    for (let step = 0; step < 12; step += 1) await here.keyboard.press('j')
    await expect(dialog).toContainText(/13 of \d+/)
    const last = await dialog.getByRole('heading', { level: 2 }).innerText()
    await here.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(details(last)).toBeFocused()
    await expect(here.getByRole('article', { name: last, exact: true })).toBeInViewport({ ratio: 1 })
  })
})
