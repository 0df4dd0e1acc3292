import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { DevCard } from '#contract/devs.ts'
import type { Project } from '#contract/projects.ts'
import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, itemsOf } from './steps/api.ts'
import { expectAccessible, expectNoSidewaysScroll } from './steps/axe.ts'
import { holdResponses } from './steps/hold-responses.ts'
import { waitUntilLoaded } from './steps/loaded.ts'

/** A repository host with one repository of ten thousand files. */
const host = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    path: `icons/icon-${index}.svg`,
    type: 'blob',
  }))
  if (request.url?.includes('/git/trees/')) {
    response.end(JSON.stringify({ tree: [{ path: 'icons', type: 'tree' }, ...entries], truncated: false }))
  } else if (request.url?.endsWith('/languages')) response.end(JSON.stringify({ TypeScript: 3, CSS: 1 }))
  else {
    const html_url = 'https://github.com/puente-e2e/icons'
    response.end(JSON.stringify({ full_name: 'puente-e2e/icons', default_branch: 'main', html_url }))
  }
})
await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready))
host.unref()
test.afterAll(() => void host.close())
test.use({ serverEnv: { GITHUB_API_URL: `http://127.0.0.1:${(host.address() as AddressInfo).port}` } })

const titlesOf = (projects: Project[]) => projects.map(({ title }) => `View project: ${title}`)
const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()

test('filters and pages are in the URL, and survive a visit to a project', {
  tag: [
    '@PROJ-01',
    '@PROJ-02',
    '@PROJ-03',
    '@PROJ-04',
    '@PROJ-05',
    '@PROJ-06',
    '@PROJ-08',
    '@PROJ-11',
    '@PROJ-15',
    '@PROJ-16',
    '@ROUTE-05',
    '@ROUTE-07',
    '@VAL-51',
    '@VAL-52',
  ],
}, async ({ page, server }) => {
  const titlesOn = (path: string) => itemsOf<Project>(server.baseUrl, path).then(titlesOf)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Projects')
  await expect(page.getByText('Discover talented developers for your next project')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(12)
  const first = await titles(page)

  const response = await holdResponses(page, '**/api/projects?*')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading projects' })).toBeVisible()
  response()
  await expect(page).toHaveURL('/projects?page=2')
  const second = await titlesOn('/projects?page=2&limit=12')
  expect(second).not.toEqual(first)
  await expect.poll(() => titles(page)).toEqual(second)

  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}\?page=2$/)
  await page.getByRole('link', { name: 'Explore Projects' }).click()
  await expect(page).toHaveURL('/projects?page=2')
  await expect.poll(() => titles(page)).toEqual(second)
  await page.goBack()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(second)
  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await expect.poll(() => titles(page)).toEqual(first)
  await page.goForward()
  await expect.poll(() => titles(page)).toEqual(second)

  await page.getByRole('tab', { name: 'Frontend' }).click()
  await expect(page).toHaveURL('/projects?category=Frontend')
  await expect(page.getByText(/^Page 1 of \d+ total$/)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasNotText: 'Frontend' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'React', exact: true }).check()
  await page.getByRole('checkbox', { name: 'TypeScript', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/projects?category=Frontend&skills=React%2CTypeScript')
  const newest = await titlesOn('/projects?category=Frontend&skills=React,TypeScript&limit=12')
  await expect.poll(() => titles(page)).toEqual(newest)
  await page.getByRole('button', { name: 'Oldest' }).click()
  await expect.poll(async () => (await titles(page)).at(-1)).toBe(newest[0])
  // Filters replace the history entry: one step back is the previous page.
  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
})

test('the directory combines field, years and skills', {
  tag: [
    '@DIR-01',
    '@DIR-02',
    '@DIR-03',
    '@DIR-04',
    '@DIR-05',
    '@DIR-08',
    '@DIR-09',
    '@DIR-11',
    '@VAL-53',
    '@CONST-04',
    '@CONST-10',
  ],
}, async ({ page, server }) => {
  await page.goto('/developers')
  await expect(page.getByRole('article')).toHaveCount(12)
  await page.getByRole('tab', { name: 'Backend' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Experience Years').selectOption('5+ years')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/developers?category=Backend&experience=5%2B')
  const found = await itemsOf<DevCard>(server.baseUrl, '/devs?category=Backend&experience=5%2B&limit=12')
  const years = found.map((one) => Number(one.role.developer.experienceYears))
  expect(Math.min(...years)).toBeGreaterThanOrEqual(5)
  const shown = page.getByRole('article').getByText(/^\d+ years?$/)
  await expect(shown).toHaveText(years.map((count) => `${count} years`))

  await page.goto('/developers?category=Backend&skills=Figma,Rust,Kotlin')
  await expect(page.getByText('No developers available in this category.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/developers')
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}$/)
})

test('a tree of ten thousand files opens without delay, by keyboard too', {
  tag: ['@PROJD-15', '@PROJD-16', '@API-59', '@API-60', '@API-61'],
}, async ({ page, server }) => {
  const { post } = await apiOf(server.baseUrl, ACCOUNTS.developer)
  const { _id } = await post<{ _id: string }>('/projects', {
    title: 'Ten thousand icons',
    category: 'UX/UI',
    year: 2025,
    githubProjectLink: 'https://github.com/puente-e2e/icons',
  })
  await page.goto(`/projects/${_id}`)
  const tree = page.getByRole('tree', { name: 'Files of puente-e2e/icons' })
  const folder = tree.getByRole('treeitem', { name: 'icons', exact: true })
  await folder.focus()
  await page.keyboard.press('ArrowRight')
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(tree.getByRole('treeitem', { name: 'icon-0.svg' })).toBeFocused()
  await page.keyboard.press('End')
  const last = tree.getByRole('treeitem', { name: 'icon-9999.svg' })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  // For some frames the virtualiser returns to the row that it scrolled to.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame)
  })
  await tree.hover()
  await page.mouse.wheel(0, -400_000)
  await expect(folder).toBeInViewport()
  await expect(last).toBeFocused()
  // Only visible rows are rendered.
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(60)
  await expect(page.getByText('75.0%')).toBeVisible()
})

test('a project is opened and liked by keyboard alone', {
  tag: ['@PROJ-13', '@PROJD-06', '@PROJD-19'],
}, async ({ as }) => {
  const page = await as('developer')
  await page.goto('/projects?category=Mobile')
  const card = page.getByRole('article').first().getByRole('link').first()
  await expect(card).toBeVisible()
  await page.getByRole('tab', { name: 'Mobile' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/projects?category=DevOps')
  await expect(page.getByRole('article').first()).toContainText('DevOps')
  for (let presses = 0; presses < 20; presses += 1) {
    if (await card.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}\?category=DevOps$/)
  const button = page.getByRole('button', { name: /^Like/ })
  await expect(button).toBeEnabled()
  const wasLiked = await button.getAttribute('aria-pressed')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', wasLiked === 'true' ? 'false' : 'true')
})

test('the facts are beside the pictures from 1200 px on, and below them on a narrower page', {
  tag: ['@PROJD-18', '@CONST-18'],
}, async ({ page, server }) => {
  const [listed] = await (await fetch(`${server.baseUrl}/api/projects?limit=1`)).json()
  const columnsAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page
      .getByRole('main')
      .locator('.page-width.grid')
      .evaluate((frame) => getComputedStyle(frame).gridTemplateColumns.split(' ').length)
  }
  await page.goto(`/projects/${listed._id}`)
  await waitUntilLoaded(page)
  expect([await columnsAt(1199), await columnsAt(1200)]).toEqual([1, 2])
})

test('the project editors are accessible', { tag: ['@deep', '@ROUTE-23', '@ROUTE-25'] }, async ({ as }) => {
  const page = await as('developer')
  await page.goto('/private-dev/profile/edit')
  await expect(page.getByRole('dialog', { name: 'Edit Dev Profile' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/private-dev/projects/new')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expectAccessible(page)
})

test('on a phone nothing scrolls horizontally, and the facts follow the pictures', {
  tag: ['@phone-only', '@PROJD-18', '@PROF-36'],
}, async ({ as, server }) => {
  const page = await as('developer')
  const { id } = await apiOf(server.baseUrl, ACCOUNTS.developer)
  const [project] = await (await fetch(`${server.baseUrl}/api/projects/developer/${id}?limit=1`)).json()
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    '/projects',
    `/projects/${project._id}`,
    '/developers',
    `/profile/${id}?tab=projects`,
    '/private-dev/projects/new',
    '/private-dev/profile/edit',
  ]) {
    await page.goto(path)
    await waitUntilLoaded(page)
    await expectNoSidewaysScroll(page)
  }
})
