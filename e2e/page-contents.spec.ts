import type { Page } from '@playwright/test'
import type { DevCard, DevPublic } from '#contract/devs.ts'
import type { Offer } from '#contract/offers.ts'
import type { ListedProject, Project } from '#contract/projects.ts'
import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, itemsOf, signUpByApi } from './steps/api.ts'
import { inputOf, LUCIA, MARTA } from './steps/chat.ts'
import { holdResponses } from './steps/hold-responses.ts'

// The contents of pages by role; other files test the actions.
const shown = (page: Page) => expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
const region = (page: Page, name: string) => page.getByRole('region', { name })
const nobody = '00000000-0000-7000-8000-000000000000'

test('a profile as a visitor, a recruiter and the owner see it', {
  tag: [
    '@PROF-02',
    '@PROF-03',
    '@PROF-04',
    '@PROF-05',
    '@PROF-06',
    '@PROF-07',
    '@PROF-09',
    '@PROF-10',
    '@PROF-11',
    '@PROF-12',
    '@PROF-13',
    '@PROF-14',
    '@PROF-15',
    '@PROF-16',
    '@PROF-17',
    '@PROF-18',
    '@PROF-19',
    '@PROF-20',
    '@PROF-21',
    '@PROF-22',
    '@PROF-25',
    '@PROF-26',
    '@PROF-34',
    '@PROF-35',
  ],
}, async ({ page, as, server, allowErrors }) => {
  allowErrors(/404|ERR_FAILED|Failed to fetch|dynamically imported/)
  const lucia = await apiOf(server.baseUrl, ACCOUNTS.developer)
  const profile = `/profile/${lucia.id}`
  const dev = await lucia.get<DevPublic>(`/devs/${lucia.id}`)
  const { skills, languages } = dev.role.developer

  await test.step('everybody sees who the person is', async () => {
    await page.goto(profile)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LUCIA)
    for (const { language, languageLevel } of languages)
      await expect(
        page.getByRole('listitem').filter({ hasText: new RegExp(`^${language}${languageLevel}$`) }),
      ).toBeVisible()
    for (const skill of skills) await expect(page.getByText(skill, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(dev.description.slice(0, 40))).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText([/^Experiences \d+$/, /^Projects \d+$/, /^Studies \d+$/])
    await expect(page.getByRole('button', { name: /^(Create|Edit|Remove|Add)/ })).toHaveCount(0)
    const views = region(page, 'Most Viewed Projects').or(
      page.locator('section').filter({ hasText: 'Most Viewed Projects' }),
    )
    await expect(views.first().getByRole('article')).toHaveCount(3)
  })

  await test.step('projects by year, three on a page, each opens', async () => {
    await page.getByRole('tab', { name: 'Projects' }).click()
    const cards = page.getByRole('tabpanel').getByRole('article')
    await expect(cards).toHaveCount(3)
    const years = (await cards.allTextContents()).map((text) => Number(/· (\d{4})/.exec(text)?.[1]))
    expect(years).toEqual([...years].sort((a, b) => b - a))
    await page.getByLabel('Next page').click()
    await expect(page).toHaveURL(/page=2/)
    await cards.first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
  })

  await test.step('the e-mail address is copied and a mail started; a failed copy is reported', async () => {
    await page.goto(profile)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Email' }).click()
    await expect(page.getByText('Email copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ACCOUNTS.developer.email)
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error()) }),
    )
    await page.getByRole('button', { name: 'Email' }).click()
    await expect(page.getByRole('alert')).toHaveText('No se pudo copiar el email')
    await expect(page.getByRole('link', { name: 'GitHub' })).toHaveAttribute('target', '_blank')
  })

  await test.step('a CV that cannot be downloaded opens in a new tab', async () => {
    await page.route('**/files/**.pdf', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    )
    const beside = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Download CV' }).click()
    await (await beside).close()
  })

  await test.step('a profile without links and CV, and an unknown profile', async () => {
    const devs = await lucia.get<DevPublic[]>('/devs?limit=100')
    for (const { _id } of devs) {
      const one = await lucia.get<DevPublic>(`/devs/${_id}`)
      const { github, resume } = one.role.developer
      if (github !== '' || resume !== '') continue
      await page.goto(`/profile/${_id}`)
      await expect(page.getByRole('button', { name: 'GitHub' })).toBeDisabled()
      await expect(page.getByRole('button', { name: 'No CV available' })).toBeDisabled()
      break
    }
    await page.goto(`/profile/${nobody}`)
    await expect(page.getByText('Error al cargar el profile')).toBeVisible()
  })

  await test.step('a recruiter opens a chat with the person', async () => {
    const recruiter = await as('recruiter')
    await recruiter.goto(profile)
    await recruiter.getByRole('main').getByRole('button', { name: 'Contact' }).click()
    await expect(inputOf(recruiter)).toBeVisible()
  })

  await test.step('the owner sees the editing tools and their own offers', async () => {
    const owner = await as('developer')
    const response = await holdResponses(owner, '**/api/projects/developer/**')
    await owner.goto('/private-dev/profile')
    await expect(owner.getByText('Loading projects...')).toBeVisible()
    response()
    await owner.goto(profile)
    await expect(owner.getByRole('main').getByRole('button', { name: 'Contact' })).toHaveCount(0)
    await owner.getByRole('tab', { name: 'My Offers' }).click()
    const first = owner.getByRole('tabpanel').getByRole('article').first()
    await expect(first.getByText(/^(Pending|Reviewed|Interviewed|Accepted|Rejected)$/)).toBeVisible()
    await expect(first.getByText(/^Applied on \d\d\/\d\d\/\d{4}$/)).toBeVisible()
    await first.getByRole('link').click()
    await expect(owner).toHaveURL(/\/offers\/[0-9a-f-]{36}$/)
  })
})

test('the card and the page of a project show its facts', {
  tag: [
    '@PROJ-07',
    '@PROJ-09',
    '@PROJ-10',
    '@PROJ-12',
    '@PROJ-14',
    '@PROJD-02',
    '@PROJD-04',
    '@PROJD-05',
    '@PROJD-07',
    '@PROJD-08',
    '@PROJD-09',
    '@PROJD-10',
    '@PROJD-11',
    '@PROJD-12',
    '@PROJD-13',
    '@PROJD-14',
    '@PROJD-17',
    '@PROJD-21',
    '@PROJD-23',
    '@DIR-06',
    '@DIR-07',
    '@DIR-10',
    '@DIR-12',
    '@DIR-13',
    '@DIR-14',
    '@DIR-15',
  ],
}, async ({ page, as, server }) => {
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const listed = await marta.get<ListedProject[]>('/projects?limit=100')
  const projects = await Promise.all(listed.map(({ _id }) => marta.get<Project>(`/projects/${_id}`)))
  const rich = projects.find(
    ({ liveLink, githubProjectLink, codeSections, projectSkills }) =>
      liveLink !== '' && githubProjectLink !== '' && codeSections.length > 0 && projectSkills.length > 0,
  )
  const plain = projects.find(({ codeSections, liveLink }) => codeSections.length === 0 && liveLink === '')
  if (!rich || !plain) throw new Error('The demo world has both kinds of projects.')

  await page.goto('/projects')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(12)
  const many = projects.slice(0, 12).find(({ projectSkills }) => projectSkills.length > 5)
  if (many) {
    const card = cards.filter({ hasText: many.title })
    await expect(card.getByText(`${many.owner.name} ${many.owner.surname}`)).toBeVisible()
    await card.getByRole('button', { name: /^(\+|Show)/ }).click()
    await expect(card.getByText(many.projectSkills.at(-1) ?? '', { exact: true })).toBeVisible()
  }

  const visitor = region(page, 'About this project')
  await page.goto(`/projects/${rich._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(rich.title)
  await expect(page.getByRole('heading', { name: 'Code' })).toBeVisible()
  for (const [label, value] of Object.entries({
    Category: rich.category,
    Year: String(rich.year),
    Role: rich.professionalRole,
    Duration: rich.duration,
    Likes: String(rich.likes),
  }))
    if (value) await expect(visitor).toContainText(label + value)
  await expect(visitor.getByRole('link', { name: 'Live Project' })).toHaveAttribute('href', rich.liveLink)
  await expect(visitor.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', rich.githubProjectLink)
  await expect(visitor.getByRole('button', { name: 'Contact' })).toHaveCount(0)
  for (const skill of rich.projectSkills)
    await expect(visitor.getByText(skill, { exact: true })).toBeVisible()
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), `lastView_${rich._id}`))
    .not.toBeNull()
  await visitor.getByRole('link', { name: new RegExp(rich.owner.surname) }).click()
  await expect(page).toHaveURL(`/profile/${rich.owner._id}`)

  await page.route('**/api/github/**/languages', (route) =>
    route.fulfill({ json: { languages: {}, as_of: null } }),
  )
  await page.goto(`/projects/${rich._id}`)
  // Content below the fold is requested shortly before it is in view.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByText('No language data available.')).toBeVisible()

  await page.goto(`/projects/${plain._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plain.title)
  await expect(page.getByRole('heading', { name: 'Code' })).toHaveCount(0)

  const recruiter = await as('recruiter')
  const like = recruiter.getByRole('button', { name: /^Liked?$/ })
  const status = await holdResponses(recruiter, `**/api/projects/${rich._id}/like*`)
  await recruiter.goto(`/projects/${rich._id}`)
  await expect(like).toBeDisabled()
  status()
  await expect(like).toBeEnabled()
  const change = await holdResponses(recruiter, `**/api/projects/${rich._id}/like`)
  await like.click()
  await expect(like).toBeDisabled()
  change()
  await expect(like).toBeEnabled()
  await region(recruiter, 'About this project').getByRole('button', { name: 'Contact' }).click()
  await expect(inputOf(recruiter)).toBeVisible()

  await page.goto('/projects?skills=NoSuchSkill')
  await expect(page.getByText('No projects available in this category.')).toBeVisible()

  await page.goto('/developers')
  const next = await holdResponses(page, '**/api/devs?*')
  await page.getByRole('link', { name: 'Next page' }).click()
  const loading = page.getByRole('status').filter({ hasText: 'Loading developers' })
  await expect(loading).toBeVisible()
  next()
  await expect(page).toHaveURL('/developers?page=2')
  await expect(loading).toBeHidden()
  const names = () => page.getByRole('article').getByRole('heading').allTextContents()
  await page.getByRole('tab', { name: 'Frontend' }).click()
  await expect(page).toHaveURL('/developers?category=Frontend')
  await expect(page.getByRole('article').first()).toContainText('Frontend')
  await expect(page.getByRole('article').first()).toContainText(/\d+ years?/)
  const found = await itemsOf<DevCard>(server.baseUrl, '/devs?category=Frontend&limit=12')
  const newest = found.map(({ name, surname }) => `${name} ${surname}`)
  await expect.poll(names).toEqual(newest)
  await page.getByRole('button', { name: 'Oldest' }).click()
  await expect(page).toHaveURL(/sort=oldest/)
  await expect.poll(names).not.toEqual(newest)
})

test('a recruiter page and its offers, with and without an owner', {
  tag: [
    '@REC-01',
    '@REC-02',
    '@REC-03',
    '@REC-08',
    '@REC-09',
    '@OFF-09',
    '@OFF-16',
    '@OFF-28',
    '@OFFD-09',
    '@DASH-09',
    '@PIPE-08',
    '@PIPE-09',
    '@PIPE-10',
  ],
}, async ({ page, as, server }) => {
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  await page.goto('/offers')
  const card = page.getByRole('article').first()
  const [offer] = await marta.get<Offer[]>('/offers?limit=1')
  await card.getByRole('link', { name: `${offer?.owner?.name} ${offer?.owner?.surname}` }).click()
  await expect(page).toHaveURL(`/recruiter/${offer?.owner?._id}`)

  await page.goto(`/recruiter/${marta.id}`)
  const profile = region(page, 'Profile')
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText(MARTA)
  await expect(profile).toContainText('About the recruiter:')
  for (const label of ['Location', 'Contact email', 'Contact phone', 'Website'])
    await expect(profile.getByText(`${label}:`)).toBeAttached()
  await expect(profile.getByRole('button', { name: 'Edit profile' })).toHaveCount(0)

  await test.step('the owner edits it, and sees it at once', async () => {
    const owner = await as('recruiter')
    await owner.goto(`/recruiter/${marta.id}`)
    await owner.getByRole('button', { name: 'Edit profile' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Edit Recruiter Profile' })
    await dialog.getByLabel('About Me').fill('We answer every application within a week.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(owner.getByText('We answer every application within a week.')).toBeVisible()
  })

  await test.step('skeletons are shown while the numbers load', async () => {
    const owner = await as('recruiter')
    const response = await holdResponses(owner, '**/api/offers/**')
    await owner.goto('/private-rec/offers')
    await expect(owner.locator('main [aria-busy="true"]')).toHaveCount(4)
    response()
    await shown(owner)
  })

  await test.step('without offers it shows what to do', async () => {
    const nora = { name: 'Nora', surname: 'Sanz', email: 'nora@example.com', password: 'Sin-ofertas-1!' }
    await signUpByApi(server.baseUrl, nora, 'recruiter')
    const owner = await as(nora)
    await owner.goto('/private-rec/profile')
    await expect(owner.getByText("You don't have any job offers yet. Create one now")).toBeVisible()
  })

  await test.step('people who left are shown without a name, and so is an offer without an owner', async () => {
    const owner = await as('recruiter')
    const [board] = await marta.get<Offer[]>(`/offers/profile/${marta.id}?limit=50`)
    await owner.route('**/candidates', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const [first, ...rest] = body.applicants
      await route.fulfill({ json: { ...body, applicants: [{ ...first, user: null }, ...rest] } })
    })
    await owner.goto(`/private-rec/dashboard/${board?._id}`)
    const unknown = owner.getByRole('article', { name: 'Unknown Profile' })
    await expect(unknown).toContainText('No skills registered')
    await expect(unknown.getByRole('combobox').getByRole('option')).toHaveText([
      'Pending',
      'Reviewed',
      'Interviewed',
      'Accepted',
      'Rejected',
    ])

    await page.goto('/about')
    await page.route('**/api/offers?*', async (route) => {
      const response = await route.fetch()
      const offers: Offer[] = await response.json()
      await route.fulfill({
        response: response,
        json: offers.map((one) => ({ ...one, owner: null })),
      })
    })
    await page.getByRole('banner').getByRole('link', { name: 'Jobs' }).click()
    await expect(page.getByRole('article').first()).toContainText('Unknown Recruiter')
  })

  await test.step('a developer opens a chat with the recruiter of the offer', async () => {
    const developer = await as('developer')
    await developer.goto(`/offers/${offer?._id}`)
    await region(developer, 'Posted by').getByRole('button', { name: 'Contact' }).click()
    await expect(inputOf(developer)).toBeVisible()
  })
})

test('a page of the other role redirects without a failed request', {
  tag: ['@ROUTE-31', '@ROUTE-32'],
}, async ({ as }) => {
  // Any error in the browser fails a test.
  const recruiter = await as('recruiter')
  for (const path of ['/applications', `/applications/${nobody}`, '/private-dev/projects']) {
    await recruiter.goto(path)
    await expect(recruiter).toHaveURL('/')
    await shown(recruiter)
  }
  const developer = await as('developer')
  for (const path of ['/settings/company', '/private-rec/offers', `/private-rec/dashboard/${nobody}`]) {
    await developer.goto(path)
    await expect(developer).toHaveURL('/')
    await shown(developer)
  }
})
