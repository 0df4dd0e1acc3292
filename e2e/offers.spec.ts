import type { ListedOffer } from '#contract/offers.ts'
import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, itemsOf, signUpByApi } from './steps/api.ts'
import { expectAccessible, expectNoSidewaysScroll } from './steps/axe.ts'
import { logIn, lucia } from './steps/people.ts'

type Offer = { _id: string; position: string; applied: boolean; owner: { _id: string } }

test('a visitor filters, sorts and paginates, all of it in the URL', {
  tag: [
    '@OFF-01',
    '@OFF-03',
    '@OFF-04',
    '@OFF-05',
    '@OFF-06',
    '@OFF-07',
    '@OFF-10',
    '@OFF-11',
    '@OFF-12',
    '@OFF-13',
    '@OFF-14',
    '@CONST-05',
    '@VAL-51',
  ],
}, async ({ page, server }) => {
  await page.goto('/offers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Next Tech Career Starts Here')
  await expect(page.getByRole('tab')).toHaveCount(0)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(6)
  await expect(cards.first()).toContainText(/Posted \d+ days? ago/)
  await expect(cards.first()).toContainText(/\d+ applicants?/)

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^Page 2 of \d+ total$/)).toBeVisible()

  await page.getByRole('button', { name: 'Oldest' }).click()
  await expect(page).toHaveURL(/\?sort=oldest$/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Contract type').selectOption('Full-time')
  await page.getByLabel('Find a skill').fill('react')
  await page.getByRole('checkbox', { name: 'React', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/contractType=Full-time/)
  await expect(page).toHaveURL(/skills=React/)
  const query = '/offers?contractType=Full-time&skills=React&sort=oldest&limit=6'
  const found = await itemsOf<Offer>(server.baseUrl, query)
  await expect(cards.getByRole('heading')).toHaveText(found.map(({ position }) => position))
  for (const index of found.keys()) {
    await expect(cards.nth(index)).toContainText('Full-time')
    await expect(cards.nth(index).getByText('React', { exact: true })).toBeVisible()
  }

  const address = page.url()
  await page.reload()
  await expect(cards).toHaveCount(found.length)
  expect(page.url()).toBe(address)

  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(page).toHaveURL(/\?sort=oldest$/)
})

test('empty and failed lists show the quoted texts', { tag: ['@OFF-08', '@ERR-45'] }, async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  await page.goto('/offers?skills=NoSuchSkill')
  await expect(page.getByText('No hay ofertas disponibles')).toBeVisible()

  await page.route('**/api/offers?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Oldest' }).click()
  await expect(page.getByText('Error al cargar las ofertas: Error getting offers')).toBeVisible()
  await page.unroute('**/api/offers?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No hay ofertas disponibles')).toBeVisible()
})

test('a visitor applies by way of the login, and returns to the same offer', {
  tag: [
    '@OFF-19',
    '@OFFD-01',
    '@OFFD-02',
    '@OFFD-03',
    '@OFFD-04',
    '@OFFD-08',
    '@OFF-25',
    '@OFF-26',
    '@VAL-60',
    '@VAL-61',
    '@VAL-62',
    '@ERR-40',
    '@ROLE-03',
  ],
}, async ({ page, server }) => {
  const lucia = await apiOf(server.baseUrl, ACCOUNTS.developer)
  const offers = await lucia.get<Offer[]>('/offers?limit=100')
  const offer = offers.find((one) => !one.applied)
  if (!offer) throw new Error('The demo has an offer without an application of Lucía.')

  await page.goto(`/offers/${offer._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(offer.position)
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, ACCOUNTS.developer)
  await expect(page).toHaveURL(new RegExp(`/offers/${offer._id}$`))

  const dialog = page.getByRole('dialog', { name: 'Apply to this Job Offer' })
  const send = dialog.getByRole('button', { name: 'Apply' })
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel('Phone').fill('+34 600')
  await dialog.getByLabel('Cover letter').fill('Hola, me interesa.')
  await expect(
    dialog.getByText('Please enter a valid phone number (start with + and at least 10 digits).'),
  ).toBeVisible()
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Phone').fill('+34 600 111 222')
  await expectAccessible(page)
  await send.click()
  await expect(page.getByText('Application successful')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Applied' })).toBeDisabled()

  await page.goto('/offers?tab=applied')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: offer.position }) })
  await expect(card.getByText('Pending')).toBeVisible()
})

test('a developer sees applied offers in a tab of their own, and can hide them', {
  tag: ['@OFF-02', '@OFF-15', '@OFF-17', '@OFF-18'],
}, async ({ as }) => {
  const page = await as('developer')
  await page.goto('/offers')
  await expect(page.getByRole('tab', { name: 'Job offers' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Contact' })).toBeVisible()
  await page.getByRole('switch', { name: 'Hide applied' }).click()
  await expect(page).toHaveURL(/hideApplied=true/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Applied' })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Applied Offers' }).click()
  await expect(page).toHaveURL(/tab=applied/)
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Applied' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a recruiter posts, edits and deletes an offer', {
  tag: [
    '@REC-06',
    '@REC-07',
    '@OFF-20',
    '@OFF-21',
    '@OFF-22',
    '@OFF-23',
    '@OFF-24',
    '@OFFD-05',
    '@OFFD-06',
    '@OFFD-07',
    '@VAL-55',
    '@VAL-57',
    '@VAL-58',
    '@VAL-59',
    '@ERR-42',
    '@ERR-43',
    '@ROLE-07',
    '@ROLE-08',
    '@ROLE-09',
  ],
}, async ({ as, server, allowErrors }) => {
  // The empty form is refused by the server, on purpose.
  allowErrors(/status of 400/)
  const { id } = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const page = await as('recruiter')
  await page.goto(`/recruiter/${id}`)
  await page.getByRole('button', { name: '+ Create new offer' }).click()
  const post = page.getByRole('dialog', { name: 'Post a Job Offer' })
  await expect(post.getByLabel('Company')).not.toHaveValue('')
  await post.getByRole('button', { name: 'Post offer' }).click()
  await expect(post.getByText('Hubo un error al crear la oferta.')).toBeVisible()
  await expect(post.getByText('This field is required')).toBeVisible()
  await post.getByLabel('Position').fill('Bridge keeper')
  await post.getByLabel('Part-time').check()
  await post.getByLabel('Internship').check()
  await post.getByLabel('Salary').fill('30.000')
  await expect(post.getByText(/Shown as 30\.000\s€/)).toBeVisible()
  await post.getByRole('button', { name: 'Post offer' }).click()
  await expect(post).toBeHidden()
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Bridge keeper' }) })
  await expect(card).toContainText('Part-time, Internship')
  await expect(card).toContainText(/30\.000\s€/)
  await expect(card.getByRole('button', { name: 'Apply' })).toHaveCount(0)

  await card.getByRole('link', { name: 'Bridge keeper', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Dashboard offer' })).toHaveAttribute('href', /private-rec/)
  await expect(page.getByRole('heading', { name: 'Applicants' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Offer' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Offer' })
  await edit.getByLabel('Position').fill('')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByText('Hubo un error al actualizar la oferta.')).toBeVisible()
  await edit.getByLabel('Position').fill('Bridge builder')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bridge builder')

  await page.goto('/private-rec/offers')
  await page.getByRole('button', { name: 'Options for Bridge builder' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this offer?' })
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'Bridge builder', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Options for Bridge builder' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: "Yes, I'm sure" }).click()
  await expect(page.getByRole('link', { name: 'Bridge builder', exact: true })).toHaveCount(0)
})

test('offers on a phone: one column, Apply within reach, no horizontal scrolling', {
  tag: ['@phone-only', '@OFF-27'],
}, async ({ page, server }) => {
  await page.goto('/offers')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
  expect(second?.x).toBe(first?.x)
  await expectNoSidewaysScroll(page)
  await cards.first().getByRole('link').nth(1).click()
  await expect(page.getByRole('button', { name: 'Apply Now' })).toBeInViewport()
  await expectNoSidewaysScroll(page)
  const { id } = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  await page.goto(`/recruiter/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('on a phone an own offer links to its board once, within reach, and own offers come before their totals', {
  tag: ['@phone-only', '@OFFD-06', '@DASH-02'],
}, async ({ as, server }) => {
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const [offer] = await marta.get<{ _id: string }[]>(`/offers/profile/${marta.id}?limit=1`)
  const page = await as('recruiter')
  await page.goto(`/offers/${offer?._id}`)
  const board = page.getByRole('link', { name: 'Dashboard offer' })
  await expect(board).toHaveCount(1)
  await expect(board).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await board.click()
  await expect(page).toHaveURL(`/private-rec/dashboard/${offer?._id}`)
  await expect(page.getByRole('article').first()).toBeInViewport()

  // Offers come before the totals.
  await page.goto('/private-rec/offers')
  await expect(page.getByRole('table', { name: 'My Offers' }).getByRole('row').nth(1)).toBeInViewport()
  await expect(page.getByText('Total applicants')).not.toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('pages are laid out correctly at critical widths', { tag: ['@FLOW-07', '@FLOW-11'] }, async ({
  page,
  as,
  server,
}) => {
  await test.step('one long word in a location breaks no list', async () => {
    const { baseUrl } = server
    const person = { ...lucia, email: 'long.word@example.com' }
    await signUpByApi(baseUrl, person, 'developer')
    const location = 'Llanfairpwllgwyngyll'.repeat(5)
    await (await apiOf(baseUrl, person)).put('/devs/profile', { role: { developer: { location } } })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/developers')
    await expect(page.getByText(location)).toBeVisible()
    await expectNoSidewaysScroll(page)
    // Projects come before skills and languages.
    await page
      .getByRole('link', { name: `${person.name} ${person.surname}` })
      .first()
      .click()
    const tops = await Promise.all(
      [page.getByRole('tab', { name: 'Projects' }), page.getByRole('heading', { name: 'Languages' })].map(
        async (part) => (await part.boundingBox())?.y ?? 0,
      ),
    )
    expect(tops[0]).toBeLessThan(tops[1] ?? 0)
  })

  await test.step('filters, order, count and view are one row from 768 px', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    for (const list of ['projects', 'developers', 'offers']) {
      await page.goto(`/${list}`)
      const names = list === 'offers' ? ['Filters', 'Latest', 'List'] : ['Filters', 'Latest']
      const controls = names.map((name) => page.getByRole('button', { name, exact: true }))
      const middles = await Promise.all(
        [...controls, page.getByText(new RegExp(`^\\d+ ${list}$`))].map(async (control) => {
          const box = await control.boundingBox()
          return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
        }),
      )
      expect(Math.max(...middles) - Math.min(...middles), list).toBeLessThanOrEqual(4)
      await expectNoSidewaysScroll(page)
    }
    await page.getByRole('button', { name: 'List', exact: true }).click()
    const row = page.getByRole('article').first()
    await expect(row.getByText(/^Posted/)).toBeVisible()
    await expect(row.getByText(/applicants?$/)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
  })

  await test.step('on a wide page tabs and filters are one row', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const list of ['projects', 'developers']) {
      await page.goto(`/${list}`)
      const [tabs, filters] = await Promise.all(
        [page.getByRole('tab').first(), page.getByRole('button', { name: 'Filters' })].map((part) =>
          part.boundingBox(),
        ),
      )
      expect(Math.abs((tabs?.y ?? 0) - (filters?.y ?? 99)), list).toBeLessThanOrEqual(4)
    }
    await page.goto('/offers')
  })

  await test.step('the filters open below the header, in a low window too', async () => {
    await page.setViewportSize({ width: 1024, height: 480 })
    await page.evaluate(() => window.scrollTo(0, 120))
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const header = await page.getByRole('banner').boundingBox()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    // Attached before it is placed.
    await expect
      .poll(async () => (await filters.boundingBox())?.y ?? 0)
      .toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    await page.keyboard.press('Escape')
  })

  await test.step('the error of a field is visible above the buttons of its dialog', async () => {
    const developer = await as(ACCOUNTS.developer)
    // The viewport above an on-screen keyboard.
    await developer.setViewportSize({ width: 360, height: 400 })
    await developer.goto('/profile?tab=experiences')
    await developer.getByRole('button', { name: 'Create experience' }).first().click()
    const dialog = developer.getByRole('dialog')
    await dialog.getByLabel('Company', { exact: true }).fill('Acueducto')
    await dialog.getByLabel('Position').fill('Keeper')
    await dialog.getByRole('button', { name: 'Create experience' }).click()
    const wrong = dialog.locator('[aria-invalid="true"]').first()
    await expect(wrong).toBeFocused()
    const reason = (await wrong.getAttribute('aria-describedby'))?.split(' ').at(-1)
    await expect(dialog.locator(`[id="${reason}"]`)).toBeInViewport({ ratio: 1 })
    await expect(wrong).toBeInViewport({ ratio: 1 })
  })

  const tab = await as(ACCOUNTS.recruiter)
  await test.step('a recruiter page has three columns of offers from 1024 px', async () => {
    await tab.setViewportSize({ width: 1024, height: 768 })
    await tab.goto('/private-rec/profile')
    const cards = tab.getByRole('article')
    await expect(cards.nth(2)).toBeAttached()
    const tops = await cards.evaluateAll((all) =>
      all.slice(0, 3).map((one) => Math.round(one.getBoundingClientRect().top)),
    )
    expect(new Set(tops).size).toBe(1)
    // Within the header it covers nothing.
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Open chat' })).toBeVisible()
  })

  await test.step('the header of a recruiter stays on one line at 768 px, and the menu shows the role', async () => {
    await tab.setViewportSize({ width: 768, height: 1024 })
    await tab.goto('/es/offers')
    const links = tab.getByRole('banner').getByRole('navigation').getByRole('link')
    await expect(links).toHaveCount(4)
    const lines = await links.evaluateAll((all) =>
      all.map((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size
      }),
    )
    expect(lines).toEqual([1, 1, 1, 1])
    await expectNoSidewaysScroll(tab)
    await tab.getByRole('banner').getByRole('button', { name: /Marta/ }).click()
    await expect(tab.getByRole('menu').getByText('Responsable de selección')).toBeVisible()
  })

  await test.step('the sticky card does not lie over the applicants', async () => {
    await tab.setViewportSize({ width: 1024, height: 768 })
    const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
    const offers = await marta.get<ListedOffer[]>('/offers/mine?limit=40')
    const offer = offers.find(({ applicantsCount }) => applicantsCount > 2)
    await tab.goto(`/offers/${offer?._id}`)
    const applicants = tab
      .locator('section')
      .filter({ has: tab.getByRole('heading', { name: 'Applicants' }) })
    await applicants.getByRole('listitem').last().scrollIntoViewIfNeeded()
    const [card, list] = [
      await tab.getByRole('main').locator('aside').boundingBox(),
      await applicants.boundingBox(),
    ]
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0)
  })
})
