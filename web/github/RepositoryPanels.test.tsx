import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildProject } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(() => vi.restoreAllMocks())

/** The page of a project as a visitor sees it. */
async function open(changes: Partial<Project>) {
  const project = buildProject(changes)
  api.on(`GET /projects/${project._id}`, { body: project })
  api.on(`PUT /projects/${project._id}/view`, { body: { views: project.views + 1 } })
  renderApp(`/projects/${project._id}`)
  await screen.findByRole('heading', { level: 1, name: project.title })
}

const NO_MEDIA = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }

describe('the repository', () => {
  const link = 'https://github.com/puente-demo/ferry'
  const path = 'GET /github/repos/puente-demo/ferry'
  const repository = { full_name: 'x', default_branch: 'main', html_url: link, as_of: null }
  const panel = async (name: string) =>
    within((await screen.findByRole('heading', { name, level: 3 })).closest('section') as HTMLElement)

  test('shows languages with their shares, largest first, and their age', { tags: 'PROJD-16' }, async () => {
    api.on(path, { body: repository })
    api.on(`${path}/git/trees/main`, { body: { tree: [], truncated: false, as_of: null } })
    api.on(`${path}/languages`, {
      body: { languages: { CSS: 1, TypeScript: 3 }, as_of: '2026-10-02T10:00:00.000Z' },
    })
    await open({ githubProjectLink: link })
    const languages = await panel('Languages')
    expect(await languages.findByText('75.0%')).toBeVisible()
    expect(languages.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'TypeScript75.0%',
      'CSS25.0%',
    ])
    expect(languages.getByText('as of 02/10/2026')).toBeVisible()
  })

  test('in two columns the languages are beside the text, and not again below', {
    tags: ['PROJD-16', 'PROJD-18'],
  }, async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ ...NO_MEDIA, matches: query === '(width >= 1200px)' }) as unknown as MediaQueryList,
    )
    api.on(path, { body: repository })
    api.on(`${path}/git/trees/main`, { body: { tree: [], truncated: false, as_of: null } })
    api.on(`${path}/languages`, { body: { languages: { Go: 1 }, as_of: null } })
    await open({ githubProjectLink: link })
    const heading = await screen.findByRole('heading', { name: 'Languages', level: 2 })
    expect(heading.closest('article')).toBeNull()
    expect((await screen.findByRole('heading', { name: 'Files' })).closest('article')).not.toBeNull()
    await api.settled()
    expect(screen.getAllByRole('heading', { name: 'Languages' })).toHaveLength(1)
  })

  test('missing languages show a text; a failing tree does not affect languages', {
    tags: ['PROJD-17', 'ERR-52'],
  }, async () => {
    api.on(path, { body: repository })
    api.on(`${path}/git/trees/main`, { status: 404, body: {} })
    api.on(`${path}/languages`, { body: { languages: {}, as_of: null } })
    await open({ githubProjectLink: link })
    expect(await (await panel('Languages')).findByText('No language data available.')).toBeVisible()
    expect(await (await panel('Files')).findByText('Failed to fetch tree')).toBeVisible()
  })

  test('languages in an unknown shape break their panel, not the page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.on(path, { body: { default_branch: 'main', as_of: null } })
    api.on(`${path}/languages`, { body: {} })
    await open({ githubProjectLink: link, description: 'Still here' })
    await waitFor(async () => expect((await panel('Languages')).getByRole('alert')).toBeVisible())
    expect(screen.getByText('Still here')).toBeVisible()
  })

  test('a failed repository and failed languages are shown in their own panels', {
    tags: ['ERR-51', 'ERR-53'],
  }, async () => {
    api.on(path, { status: 404, body: {} })
    api.on(`${path}/languages`, { status: 404, body: {} })
    await open({ githubProjectLink: link, description: 'Still here' })
    expect(await (await panel('Files')).findByText('Failed to fetch repository')).toBeVisible()
    expect(await (await panel('Languages')).findByText('Failed to fetch languages')).toBeVisible()
    expect(screen.getByText('Still here')).toBeVisible()
  })

  test('a link without a repository shows an error in both panels, without requests', {
    tags: 'VAL-49',
  }, async () => {
    await open({ githubProjectLink: 'https://github.com/puente-demo' })
    expect(await screen.findByText('Invalid GitHub URL')).toBeVisible()
    expect(screen.getByText('Invalid GitHub repo URL')).toBeVisible()
    await api.settled()
    expect(api.calls.filter(({ name }) => name.includes('github'))).toEqual([])
  })
})
