import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer } from '../test/offers.ts'
import { buildDev, buildProject, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()
const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  api.on('GET /offers/allskills', listResponse([{ name: 'React' }, { name: 'Go' }]))
})
afterEach(() => vi.restoreAllMocks())

const lists = [
  ['/projects', 'GET /projects', () => buildProject(), 'No projects available in this category.', 'projects'],
  ['/developers', 'GET /devs', () => buildDev(), 'No developers available in this category.', 'developers'],
] as const

describe.each(lists)('%s', (path, call, build, emptyText, scope) => {
  const query = () => Object.fromEntries(api.callsOf(call).at(-1)?.query ?? [])

  test('requests 12 at a time, newest first', {
    tags: ['PROJ-07', 'DIR-12', 'CONST-02', 'CONST-03', 'CONST-04'],
  }, async () => {
    api.on(call, listResponse([build()], 13))
    renderApp(path)
    expect(await screen.findByText('Page 1 of 2 total')).toBeVisible()
    expect(query()).toMatchObject({ limit: '12', sort: 'latest', page: '1' })
  })

  test('an empty list shows its text', { tags: ['PROJ-09', 'DIR-11'] }, async () => {
    api.on(call, listResponse([]))
    renderApp(path)
    expect(await screen.findByText(emptyText)).toBeVisible()
    expect(screen.queryByRole('navigation', { name: `Pages of ${scope}` })).toBeNull()
  })

  test('a failure looks like an empty list, is logged and can be retried', {
    tags: ['ERR-12', 'ERR-20', 'ERR-63'],
  }, async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    api.on(call, { status: 404, body: {} })
    renderApp(path)
    expect(await screen.findByText(emptyText)).toBeVisible()
    expect(error).toHaveBeenCalledWith(scope === 'projects' ? 'Error in fetch' : 'Request failed')
    api.on(call, listResponse([build()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(emptyText)).toBeNull())
  })

  test('category, skills and order go into the URL and return to page 1', {
    tags: ['PROJ-03', 'PROJ-04', 'PROJ-05', 'PROJ-06', 'PROJ-15', 'DIR-02', 'DIR-03', 'DIR-06', 'DIR-13'],
  }, async () => {
    api.on(call, listResponse([build()], 40))
    const app = renderApp(`${path}?page=3`)
    expect(await screen.findByText('Page 3 of 4 total')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Full Stack' }))
    expect(app.path()).toBe(`${path}?category=Full+Stack`)
    await user.click(screen.getByRole('button', { name: 'Oldest' }))
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Go' }))
    await user.click(screen.getByRole('checkbox', { name: 'React' }))
    expect(app.path()).toBe(`${path}?category=Full+Stack&sort=oldest&skills=Go%2CReact`)
    await waitFor(() =>
      expect(query()).toMatchObject({
        category: 'Full Stack',
        sort: 'oldest',
        skills: 'Go,React',
        page: '1',
      }),
    )
    expect(api.callsOf('GET /offers/allskills')[0]?.query.get('scope')).toBe(scope)
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }))
    expect(app.path()).toBe(`${path}?category=Full+Stack&sort=oldest`)
  })

  test('another page shows a spinner before its cards', {
    tags: ['PROJ-16', 'DIR-10', 'DIR-14'],
  }, async () => {
    let response = () => {}
    api.on(call, ({ query }) => {
      if (query.get('page') !== '2') return listResponse([build()], 40)
      return new Promise((resolve) => (response = () => resolve(listResponse([build()], 40))))
    })
    const app = renderApp(path)
    await user.click(await screen.findByRole('link', { name: 'Next page' }))
    expect(await screen.findByText(`Loading ${scope}`)).toBeInTheDocument()
    await waitFor(() => expect(app.path()).toBe(`${path}?page=2`))
    await waitFor(() => expect(query()).toMatchObject({ page: '2' }))
    response()
    await waitFor(() => expect(screen.queryByText(`Loading ${scope}`)).toBeNull())
    expect(screen.getByText('Page 2 of 4 total')).toBeVisible()
  })

  test('a page beyond the end redirects to the last one', async () => {
    api.on(call, listResponse([build()], 20))
    const app = renderApp(`${path}?page=9`)
    await waitFor(() => expect(app.path()).toBe(`${path}?page=2`))
  })
})

test.each([
  ['/offers', 'GET /offers', () => buildOffer(), 16_666],
  ['/projects', 'GET /projects', () => buildProject(), 8333],
  ['/developers', 'GET /devs', () => buildDev(), 8333],
] as const)(
  'the pager of %s ends at the deepest page that can be read (G8)',
  async (path, call, build, last) => {
    api.on(call, ({ query }) => listResponse(Number(query.get('page')) > last ? [] : [build()], 250_000))
    const app = renderApp(`${path}?page=20000`)
    await waitFor(() => expect(app.path()).toBe(`${path}?page=${last}`))
    expect(await screen.findByText(`Page ${last} of ${last} total`)).toBeVisible()
    expect(await screen.findAllByRole('article')).toHaveLength(1)
  },
)

test('a card carries the query string along, and its category only when one is chosen', {
  tags: ['ROUTE-07', 'PROJ-10', 'PROJ-11', 'PROJ-12', 'PROJ-13'],
}, async () => {
  const project = buildProject({ badgeText: 'Frontend' })
  api.on('GET /projects', listResponse([project]))
  const { unmount } = renderApp('/projects?category=Frontend&sort=oldest')
  const link = await screen.findByRole('link', { name: /View project.*Ferry timetable/ })
  expect(link).toHaveAttribute('href', `/projects/${project._id}?category=Frontend&sort=oldest`)
  const card = link.closest('article')
  expect(card).toHaveTextContent('Frontend')
  expect(card).toHaveTextContent('Iker Olmo')
  expect(card).toHaveTextContent('No image available')
  unmount()
  renderApp('/projects')
  const plain = (await screen.findByRole('link', { name: /Ferry timetable/ })).closest('article')
  expect(plain).not.toHaveTextContent('Frontend')
})

test('a card shows the first picture of its project', { tags: 'PROJ-12' }, async () => {
  const gallery = ['https://puente.example/files/first.webp', 'https://puente.example/files/second.webp']
  api.on('GET /projects', listResponse([buildProject({ gallery })]))
  renderApp('/projects')
  const card = (await screen.findByRole('link', { name: /Ferry timetable/ })).closest('article')
  const pictures = [...(card?.querySelectorAll('img') ?? [])].map((image) => image.src)
  expect(pictures.filter((address) => address.includes('first'))).toHaveLength(1)
  expect(pictures.filter((address) => address.includes('second'))).toEqual([])
  expect(card).not.toHaveTextContent('No image available')
})

test('a card shows the number of likes, and nothing without any', {
  tags: 'PROJ-10',
}, async () => {
  const projects = [
    buildProject({ title: 'Ferry', likes: 12 }),
    buildProject({ title: 'Quay', likes: 1 }),
    buildProject({ title: 'Pier', likes: 0 }),
  ]
  api.on('GET /projects', listResponse(projects))
  renderApp('/projects')
  await screen.findByRole('link', { name: /Ferry/ })
  const [ferry, quay, pier] = screen.getAllByRole('article')
  expect(ferry).toHaveTextContent('12 likes')
  expect(quay).toHaveTextContent(/1 like$/)
  expect(pier).not.toHaveTextContent('like')
})

test('a failed skill request is logged, and the choice is empty', { tags: 'ERR-32' }, async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  api.on('GET /projects', listResponse([buildProject()]))
  api.on('GET /offers/allskills', { status: 404, body: {} })
  renderApp('/projects')
  await user.click(await screen.findByRole('button', { name: 'Filters' }))
  expect(await screen.findByText('No skills found')).toBeVisible()
  expect(error).toHaveBeenCalledWith('Error getting skills')
  expect(screen.queryByText('Error getting skills')).toBeNull()
})

test('selected skills come first when the filters open, and keep their position', async () => {
  api.on('GET /projects', listResponse([buildProject()]))
  api.on(
    'GET /offers/allskills',
    listResponse([{ name: 'Ada' }, { name: 'Diseño' }, { name: 'Go' }, { name: 'React' }]),
  )
  renderApp('/projects?skills=react')
  await user.click(await screen.findByRole('button', { name: /^Filters/ }))
  await screen.findByRole('checkbox', { name: 'Go' })
  const boxes = () =>
    screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
  expect(boxes()).toEqual(['React', 'Ada', 'Diseño', 'Go'])
  await user.click(screen.getByRole('checkbox', { name: 'Go' }))
  await user.click(screen.getByRole('checkbox', { name: 'React' }))
  expect(boxes()).toEqual(['React', 'Ada', 'Diseño', 'Go'])
  await user.type(screen.getByRole('searchbox', { name: 'Find a skill' }), 'disen')
  expect(boxes()).toEqual(['Diseño'])
})

test('skills have the number of results with the other filters, and only what can match can be chosen', {
  tags: 'FLOW-07',
}, async () => {
  api.on('GET /projects', listResponse([buildProject()], 1200))
  api.on(
    'GET /offers/allskills',
    listResponse([
      { name: 'Go', count: 12 },
      { name: 'React', count: 3 },
    ]),
  )
  renderApp('/projects?category=Backend')
  await user.click(await screen.findByRole('button', { name: 'Filters' }))
  const go = await screen.findByRole('checkbox', { name: 'Go' })
  expect(go).toHaveAccessibleDescription('12')
  expect(Object.fromEntries(api.callsOf('GET /offers/allskills').at(-1)?.query ?? [])).toMatchObject({
    scope: 'projects',
    category: 'Backend',
  })
  api.on('GET /offers/allskills', listResponse([{ name: 'Go', count: 12 }]))
  await user.click(go)
  // At the same position, until the next opening.
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'React' })).toBeDisabled())
  expect(screen.getByRole('checkbox', { name: 'Go' })).toBeEnabled()
  expect(api.callsOf('GET /offers/allskills').at(-1)?.query.get('skills')).toBe('Go')
})

test('years of experience are a separate filter', { tags: ['DIR-04', 'DIR-05'] }, async () => {
  api.on('GET /devs', listResponse([buildDev({ projectCategories: ['Frontend', 'Other'] })]))
  const app = renderApp('/developers')
  const card = (await screen.findByRole('link', { name: 'Ana García' })).closest('article')
  expect(card).toHaveTextContent('4 years')
  expect(card).toHaveTextContent('Frontend, Other')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.selectOptions(await screen.findByLabelText('Experience Years'), '5+ years')
  expect(app.path()).toBe('/developers?experience=5%2B')
  await waitFor(() => expect(api.callsOf('GET /devs').at(-1)?.query.get('experience')).toBe('5+'))
  await user.click(await screen.findByRole('button', { name: 'Remove 5+ years' }))
  await waitFor(() => expect(app.path()).toBe('/developers'))
})

test("a developer's card shows their cover, and is complete without one", { tags: ['DIR-07'] }, async () => {
  const cover = 'https://pictures.example/harbour.png'
  const cards = [
    { ...buildDev({ name: 'Ana' }), cover },
    { ...buildDev({ name: 'Eva' }), cover: '' },
  ]
  api.on('GET /devs', listResponse(cards))
  renderApp('/developers')
  const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('article')
  const [ana, eva] = [await cardOf('Ana García'), await cardOf('Eva García')]
  expect(ana?.querySelector(`img[src="${cover}"]`)).toHaveAttribute('alt', '')
  expect(eva?.querySelectorAll('img')).toHaveLength(1)
  expect(eva).toHaveTextContent('Backend developer')
})

test('less than one year of experience is shown as such, not as 0 years', { tags: ['DIR-07'] }, async () => {
  const developers = ['0', '1', '2'].map((experienceYears) => buildDev({}, { experienceYears }))
  api.on('GET /devs', listResponse(developers))
  renderApp('/developers')
  for (const text of ['Less than 1 year', '1 year', '2 years'])
    expect(await screen.findByText(text)).toBeVisible()
})
