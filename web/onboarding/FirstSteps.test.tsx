import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildUser, DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { buildDev, buildExperience, buildProject, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'
import { signedIn } from '../test/signed-in.ts'

const api = apiServer()
const user = userEvent.setup()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const PROJECTS = `GET /projects/developer/${DEVELOPER_ID}`
const EXPERIENCES = `GET /experiences/owner/${DEVELOPER_ID}`
const COUNTS = { draft: 1, published: 0, paused: 0, closed: 0, expired: 0 }
const band = async () => within(await screen.findByRole('region', { name: 'Next steps' }))
const noBand = async () => {
  await api.settled()
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
}

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  for (const list of ['offers', 'projects', 'devs', 'recruiters']) api.on(`GET /${list}`, listResponse([]))
  api.on('GET /offers/allskills', listResponse([]))
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  api.on(PROJECTS, listResponse([buildProject()]))
  api.on(EXPERIENCES, listResponse([]))
})

describe('the next steps of a developer', { tags: 'FLOW-10' }, () => {
  test('show which are done, and each of the others opens its form on the own profile', async () => {
    signedIn(api, 'developer')
    const app = renderApp('/')
    const steps = await band()
    expect(steps.getByText('Add a project').closest('li')).toHaveTextContent('Done:')
    expect(steps.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Add your experience',
      'Upload your CV',
      'Link your GitHub or LinkedIn',
    ])
    await user.click(steps.getByRole('link', { name: 'Add your experience' }))
    expect(await screen.findByRole('dialog', { name: 'Create experience' })).toBeVisible()
    expect(app.path()).toBe(`/profile/${DEVELOPER_ID}`)
    // Not again after a reload.
    await waitFor(() => expect(app.router.state.location.state).toBeNull())
  })

  test('disappear when all are done, and are not requested any more', async () => {
    const { role, ...person } = buildUser('developer')
    const links = {
      ...(role.type === 'developer' && role.developer),
      resume: '/files/a.pdf',
      github: 'https://github.com/ana',
    }
    signedIn(api, 'developer', { ...person, role: { type: 'developer', developer: links } })
    api.on(EXPERIENCES, listResponse([buildExperience()]))
    const app = renderApp('/')
    await waitFor(() => expect(localStorage.getItem(`firstSteps_${DEVELOPER_ID}`)).not.toBeNull())
    await noBand()
    app.unmount()
    const calls = api.callsOf(EXPERIENCES).length
    renderApp('/')
    expect(await screen.findByText('Ana García')).toBeInTheDocument()
    await api.settled()
    expect(api.callsOf(EXPERIENCES)).toHaveLength(calls)
  })

  test('stay hidden once dismissed', async () => {
    signedIn(api, 'developer')
    const app = renderApp('/')
    await user.click((await band()).getByRole('button', { name: 'Dismiss the next steps' }))
    await noBand()
    expect(screen.getByRole('main')).toHaveFocus()
    app.unmount()
    renderApp(`/profile/${DEVELOPER_ID}`)
    await screen.findByRole('button', { name: 'Edit profile' })
    await noBand()
  })

  test('are not shown to visitors, nor in the wizard', async () => {
    renderApp('/')
    await screen.findByRole('heading', { level: 1 })
    await noBand()
    expect(api.callsOf(PROJECTS)).toEqual([])
  })
})

test('the next step of a recruiter is the first offer; a draft does not count', {
  tags: 'FLOW-10',
}, async () => {
  signedIn(api, 'recruiter')
  api.on('GET /offers/mine/counts', { body: COUNTS })
  const app = renderApp('/')
  const steps = await band()
  expect(steps.getByRole('link', { name: 'Post your first offer' })).toHaveAttribute(
    'href',
    `/recruiter/${RECRUITER_ID}`,
  )
  app.unmount()
  api.on('GET /offers/mine/counts', { body: { ...COUNTS, closed: 1 } })
  renderApp('/')
  await waitFor(() => expect(localStorage.getItem(`firstSteps_${RECRUITER_ID}`)).not.toBeNull())
  await noBand()
})
