import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { CHAT_SLOT } from '../lib/open-chat.ts'
import { createPageRoutes } from '../page-routes.ts'
import { apiServer } from '../test/api-server.ts'
import { DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'
import { signedIn } from '../test/signed-in.ts'
import { ErrorPage } from './ErrorPage.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => <aside>chat</aside> }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => <button type="button">bell</button> }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

const header = async () => within(await screen.findByRole('banner'))
const links = (list: HTMLElement[]) => list.map((link) => [link.textContent, link.getAttribute('href')])

test('every page asks people with an unconfirmed address to confirm it', { tags: ['ACCT-01'] }, async () => {
  signedIn(api, 'developer', { emailConfirmed: false })
  renderApp('/about')
  const banner = await screen.findByRole('region', { name: 'Confirm your address' })
  expect(banner).toHaveTextContent('we sent a link to ana@example.com')
})

describe('the header', () => {
  test('of a visitor has the logo, three links, Login and Register', {
    tags: ['HDR-01', 'HDR-02', 'HDR-04'],
  }, async () => {
    renderApp('/about')
    const parts = await header()
    expect(parts.getByRole('link', { name: 'Puente, home' })).toHaveAttribute('href', '/')
    expect(links(within(parts.getByRole('navigation', { name: 'Main' })).getAllByRole('link'))).toEqual([
      ['Developers', '/developers'],
      ['Projects', '/projects'],
      ['Jobs', '/offers'],
    ])
    expect(parts.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(parts.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    await api.settled()
    expect(screen.queryByText('chat')).toBeNull()
    // Nor room for them.
    expect(document.getElementById(CHAT_SLOT)).toBeNull()
  })

  test.each([
    ['developer', 'Developer', `/profile/${DEVELOPER_ID}`],
    ['recruiter', 'Recruiter', `/recruiter/${RECRUITER_ID}`],
  ] as const)(
    'of a %s has the bell, the name with its label and a menu',
    { tags: ['HDR-05', 'HDR-06', 'HDR-07', 'HDR-08', 'ROUTE-01'] },
    async (role, label, profile) => {
      signedIn(api, role)
      renderApp('/about')
      const parts = await header()
      const menu = await parts.findByRole('button', { name: /Ana García/ })
      expect(menu).toHaveTextContent(label)
      const own = parts.queryByRole('link', { name: 'My Offers' })
      expect(own?.getAttribute('href')).toBe(role === 'recruiter' ? '/private-rec/offers' : undefined)
      expect(await parts.findByRole('button', { name: 'bell' })).toBeVisible()
      expect(await screen.findByText('chat')).toBeVisible()
      expect(parts.queryByRole('link', { name: 'Login' })).toBeNull()
      await user.click(menu)
      // Below 1200 px the header has no room for a long name.
      expect(within(await screen.findByRole('menu')).getByText('Ana García')).toBeInTheDocument()
      const profileItem = await screen.findByRole('menuitem', { name: 'Ver Perfil' })
      expect(profileItem).toHaveAttribute('href', profile)
      expect(within(profileItem).getByText('Ver Perfil')).toHaveAttribute('lang', 'es')
      expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings')
      expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  )

  test('has a drawer with the same links and the second user menu', {
    tags: ['HDR-03', 'HDR-10'],
  }, async () => {
    signedIn(api, 'recruiter')
    const { path } = renderApp('/about')
    const parts = await header()
    await parts.findByRole('button', { name: /Ana García/ })
    await user.click(parts.getByRole('button', { name: 'Menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(links(drawer.getAllByRole('link'))).toEqual([
      ['Developers', '/developers'],
      ['Projects', '/projects'],
      ['Jobs', '/offers'],
      ['My Offers', '/private-rec/offers'],
      ['Ver Perfil', `/recruiter/${RECRUITER_ID}`],
      ['Settings', '/settings'],
      ['English', '/en/about'],
      ['Español', '/es/about'],
    ])
    await user.click(drawer.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(path()).toBe('/'))
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('shows neither bell nor chat before onboarding is completed [decision 35]', async () => {
    signedIn(api, 'developer', { hasCompletedOnboarding: false })
    renderApp('/about')
    const parts = await header()
    await parts.findByRole('button', { name: /Ana García/ })
    await api.settled()
    expect(parts.queryByRole('button', { name: 'bell' })).toBeNull()
    expect(screen.queryByText('chat')).toBeNull()
  })
})

test('the footer has its three groups for everybody', { tags: ['HDR-11', 'HDR-12', 'HDR-13'] }, async () => {
  renderApp('/about')
  const footer = within(await screen.findByRole('contentinfo'))
  const group = (name: string) => links(within(footer.getByRole('navigation', { name })).getAllByRole('link'))
  expect(group('Services')).toEqual([
    ['Home', '/'],
    ['Offers', '/offers'],
    ['Developers', '/developers'],
    ['Projects', '/projects'],
  ])
  expect(group('Company')).toEqual([
    ['About us', '/about'],
    ['Contact', '/contact'],
    ['Onboarding', '/onboarding'],
    ['Settings', '/settings'],
  ])
  expect(group('Legal')).toEqual([
    ['Terms of use', '/legal/terms'],
    ['Privacy policy', '/legal/privacy'],
    ['Cookie policy', '/legal/cookies'],
  ])
})

test('a change of page is announced and moves the focus to the beginning of the page', async () => {
  renderApp('/about')
  await screen.findByRole('heading', { name: 'About us' })
  await user.click(screen.getByRole('link', { name: 'Cookie policy' }))
  await screen.findByRole('heading', { name: 'Cookie Policy' })
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  expect(document.title).toBe('Cookie Policy · Puente')
  expect(screen.getByText('Cookie Policy · Puente', { selector: '.sr-only' })).toBeInTheDocument()
})

test.each([
  ['/about', 'About us', ['support@example.com'], 'CONT-05'],
  ['/legal/terms', 'Terms of Use', ['legal@example.com', 'support@example.com'], 'CONT-06'],
  ['/legal/privacy', 'Privacy Policy', ['privacy@example.com'], 'CONT-07'],
  ['/legal/cookies', 'Cookie Policy', ['privacy@example.com'], 'CONT-08'],
])(
  '%s is a plain text, marked as a draft, with mail addresses [%s, decision 37]',
  async (path, heading, addresses) => {
    renderApp(path)
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(main.getByText('Draft.')).toBeVisible()
    for (const address of addresses) {
      expect(main.getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`)
    }
  },
)

test('an uncaught error shows the error screen without internal details (decision 47)', {
  tags: 'ROUTE-37',
}, async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = () => {
    throw new Error('at line 3')
  }
  const router = createMemoryRouter([{ path: '/', element: <Broken />, errorElement: <ErrorPage /> }])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(screen.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Go to Home' })).toBeVisible()
  expect(screen.queryByText(/line 3/)).toBeNull()
  expect(logged.mock.calls.flat()).toContainEqual(expect.objectContaining({ message: 'at line 3' }))
})

test('a page without its code is reported as out of reach offline, and reloaded online', {
  tags: 'ROUTE-37',
}, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = createPageRoutes({}).page('about/AboutPage.tsx', () =>
    Promise.reject(new TypeError('Importing a module script failed.')),
  )
  const router = createMemoryRouter([
    { path: '/', errorElement: <ErrorPage />, hydrateFallbackElement: <i />, ...page },
  ])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible()
  const reloadedAt = () => sessionStorage.getItem('reloadedAt')
  expect(reloadedAt()).toBeNull()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(reloadedAt()).not.toBeNull()
})
