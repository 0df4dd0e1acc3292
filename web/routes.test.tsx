import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { matchRoutes, type RouteObject } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RESERVED_HANDLES } from '#contract/reserved-handles.ts'
import { auth } from './lib/auth.ts'
import { returnPath } from './lib/return-path.ts'
import { OFFER_PARAMS } from './offers/offer-params.ts'
import type { OfferFilters } from './offers/offers.api.ts'
import { paths } from './paths.ts'
import { PROJECT_PARAMS } from './projects/project-params.ts'
import { createRoutes } from './routes.tsx'
import { apiServer } from './test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID, RECRUITER_ID } from './test/people.ts'
import { renderApp } from './test/render-app.tsx'
import { signedIn } from './test/signed-in.ts'

const api = apiServer()

// Socket and chat of signed-in people have their own tests.
vi.mock('./lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('./messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('./notifications/Bell.tsx', () => ({ default: () => null }))
// Pages of features load data: here only the routes are tested.
for (const page of ['home/HomePage', 'devs/ProfilePage', 'devs/OwnProfilePage', 'recruiters/RecruiterPage']) {
  vi.doMock(`./${page}.tsx`, () => ({ default: () => <h1>{page}</h1>, load: undefined }))
}

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})

describe('the table of routes', () => {
  const routes = createRoutes()
  const lastOf = (path: string) => matchRoutes(routes, path)?.at(-1)?.route
  /** The route of short addresses matches every word, and shows the page of '*' for all without '@'. */
  const patternOf = (path: string) => {
    const pattern = lastOf(path)?.path
    return pattern === ':handle' && !path.startsWith('/@') ? '*' : pattern
  }

  test('has no first word that could be a handle', { tags: 'FLOW-03' }, () => {
    const pathsOf = ({ path, children = [] }: RouteObject): string[] => [
      ...(path ? [path.replace(/^\//, '').split('/')[0] ?? ''] : []),
      ...children.flatMap(pathsOf),
    ]
    const words = routes.flatMap(pathsOf).filter((word) => /^[a-z0-9-]{3,30}$/.test(word))
    expect(words).toContain('settings')
    expect(words.filter((word) => !RESERVED_HANDLES.has(word))).toEqual([])
  })

  test('names the query parameters of each list', () => {
    const written = (search: URLSearchParams) => [...search.keys()]
    const filters = { skills: ['Go'], sort: 'oldest' as const, page: 2 }
    // Every filter of the form of a list: the server must not render the page without it.
    const work = { workplace: 'remote', country: 'ES', payFrom: 1, payCurrency: 'USD', minYears: 2 } as const
    const offers: Required<OfferFilters> = { ...filters, ...work, q: '', contractType: 'Full-time' }
    for (const [path, search] of [
      ['/offers', OFFER_PARAMS.write(new URLSearchParams(), offers)],
      ['/projects', PROJECT_PARAMS.write(new URLSearchParams(), { ...filters, category: 'Frontend' })],
      ['/projects/1', PROJECT_PARAMS.write(new URLSearchParams(), { ...filters, category: 'Frontend' })],
    ] as const) {
      expect(lastOf(path)?.handle.params).toEqual(expect.arrayContaining(written(search)))
    }
  })

  test.each([
    ['/', 'ROUTE-02'],
    ['/offers', 'ROUTE-03'],
    ['/offers/1', 'ROUTE-04'],
    ['/projects', 'ROUTE-05'],
    ['/projects/1', 'ROUTE-06'],
    ['/profile/1', 'ROUTE-08'],
    ['/profile', 'ROUTE-09'],
    ['/developers', 'ROUTE-10'],
    ['/recruiter/1', 'ROUTE-11'],
    ['/onboarding', 'ROUTE-12'],
    ['/settings', 'ROUTE-13'],
    ['/reset-password/abc', 'ROUTE-14'],
    ['/login', 'ROUTE-15'],
    ['/register', 'ROUTE-16'],
    ['/about', 'ROUTE-17'],
    ['/legal/terms', 'ROUTE-18'],
    ['/legal/privacy', 'ROUTE-19'],
    ['/legal/cookies', 'ROUTE-20'],
    ['/contact', 'ROUTE-21'],
    ['/private-dev/profile', 'ROUTE-22'],
    ['/private-dev/profile/edit', 'ROUTE-23'],
    ['/private-dev/projects', 'ROUTE-24'],
    ['/private-dev/projects/new', 'ROUTE-25'],
    ['/private-dev/projects/1/edit', 'ROUTE-26'],
    ['/private-dev/developers/1/edit', 'ROUTE-27'],
    ['/private-rec/dashboard/1', 'ROUTE-28'],
    ['/private-rec/profile', 'ROUTE-29'],
    ['/private-rec/offers', 'ROUTE-30'],
  ])('%s has a page [%s]', (path) => {
    expect(patternOf(path)).not.toBe('*')
    expect(lastOf(path)?.lazy).toBeTypeOf('function')
  })

  test('matches every address that the application builds', () => {
    for (const path of Object.values(paths)) expect(patternOf(path('1'))).not.toBe('*')
  })

  test.each(['/nothing', '/offers/1/2', '/legal'])('%s has no page', { tags: 'ROUTE-33' }, (path) => {
    expect(patternOf(path)).toBe('*')
  })
})

test('an unmatched path shows the 404 page with its two ways out', {
  tags: ['ROUTE-33', 'ROUTE-34', 'ROUTE-35'],
}, async () => {
  const { path } = renderApp('/nothing/here')
  expect(await screen.findByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
  await waitFor(() => expect(path()).toBe('/'))
})

test("'Go Back' returns to the page before", { tags: 'ROUTE-36' }, async () => {
  const { router, path } = renderApp('/about')
  await screen.findByRole('heading', { name: 'About us' })
  await router.navigate('/nothing')
  await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }))
  await waitFor(() => expect(path()).toBe('/about'))
})

describe('a visitor', () => {
  test.each(['/settings?x=1', '/onboarding', '/profile', '/private-dev/projects/new', '/private-rec/offers'])(
    'is redirected from %s to the login, and the path is remembered (decision 35)',
    { tags: ['ROUTE-31', 'ROUTE-32', 'ONB-13'] },
    async (guarded) => {
      const { path } = renderApp(guarded)
      await waitFor(() => expect(path()).toBe('/login'))
      expect(returnPath.peek()).toBe(guarded)
    },
  )
})

describe('a developer', () => {
  test.each(['/private-rec/offers', '/private-rec/profile', '/private-rec/dashboard/1'])(
    'is redirected from %s to home (decision 35)',
    { tags: 'ROUTE-31' },
    async (guarded) => {
      signedIn(api, 'developer')
      const { path } = renderApp(guarded)
      await waitFor(() => expect(path()).toBe('/'))
    },
  )

  test('sees the own profile at /profile', { tags: 'ROUTE-09' }, async () => {
    signedIn(api, 'developer')
    const { path } = renderApp('/profile')
    expect(await screen.findByRole('heading', { name: 'devs/OwnProfilePage' })).toBeVisible()
    expect(path()).toBe('/profile')
  })

  test.each(['/login', '/register'])(
    'is redirected from %s to the own profile [decision 35]',
    async (page) => {
      signedIn(api, 'developer')
      const { path } = renderApp(page)
      await waitFor(() => expect(path()).toBe(`/profile/${DEVELOPER_ID}`))
    },
  )

  test('is redirected from the login to the remembered path first (decision 35)', {
    tags: 'AUTH-06',
  }, async () => {
    signedIn(api, 'developer')
    returnPath.save('/settings')
    const { path } = renderApp('/login')
    await waitFor(() => expect(path()).toBe('/settings'))
    expect(returnPath.peek()).toBeUndefined()
  })

  test('is redirected from onboarding to home once it is completed', { tags: 'ONB-12' }, async () => {
    signedIn(api, 'developer')
    const { path } = renderApp('/onboarding')
    await waitFor(() => expect(path()).toBe('/'))
  })
})

describe('a recruiter', () => {
  test('is redirected from /private-dev to home', { tags: 'ROUTE-32' }, async () => {
    signedIn(api, 'recruiter')
    const { path } = renderApp('/private-dev/projects/new')
    await waitFor(() => expect(path()).toBe('/'))
  })

  test('is redirected from /profile to the own page [decision 35]', async () => {
    signedIn(api, 'recruiter')
    const { path } = renderApp('/profile')
    await waitFor(() => expect(path()).toBe(`/recruiter/${RECRUITER_ID}`))
    await api.settled()
    // No request for a developer's profile that does not exist.
    expect(api.calls.filter(({ name }) => /\/(devs|experiences|studies|projects)\//.test(name))).toEqual([])
  })

  test('is redirected from the login to the own page', { tags: 'AUTH-08' }, async () => {
    signedIn(api, 'recruiter')
    const { path } = renderApp('/login')
    await waitFor(() => expect(path()).toBe(`/recruiter/${RECRUITER_ID}`))
  })
})

describe('a person who has not completed onboarding', () => {
  const fresh = { hasCompletedOnboarding: false }

  test.each(['/', '/settings', '/offers', '/nothing'])(
    'is redirected from %s to it (decision 35)',
    { tags: 'ONB-11' },
    async (page) => {
      signedIn(api, 'developer', fresh)
      const { path } = renderApp(page)
      await waitFor(() => expect(path()).toBe('/onboarding'))
    },
  )

  test('is redirected to it before any remembered path [decision 35]', async () => {
    signedIn(api, 'developer', fresh)
    returnPath.save('/settings')
    const { path } = renderApp('/login')
    await waitFor(() => expect(path()).toBe('/onboarding'))
  })

  test.each([
    ['/about', 'About us'],
    ['/legal/privacy', 'Privacy Policy'],
    ['/contact', 'Contact'],
    ['/reset-password/abc', 'Reset password'],
  ])('may read %s [decision 35]', async (page, heading) => {
    signedIn(api, 'developer', fresh)
    const { path } = renderApp(page)
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(path()).toBe(page)
  })
})

test('a spinner shows while the token is checked (decision 35)', { tags: 'ONB-14' }, async () => {
  localStorage.setItem('token', buildToken('developer'))
  let response = (): void => undefined
  api.on(
    'GET /users/getUserProfile',
    () =>
      new Promise((resolve) => {
        response = () => resolve({ body: buildUser('developer') })
      }),
  )
  renderApp('/settings')
  const main = await screen.findByRole('main')
  expect(await within(main).findByText('Loading...')).toBeInTheDocument()
  await api.settled()
  expect(screen.queryByRole('heading', { name: 'Personal information' })).toBeNull()
  expect(api.callsOf('GET /users/getUserProfile')).toHaveLength(1)
  response()
  expect(await screen.findByRole('heading', { name: 'Personal information' })).toBeVisible()
})

describe('signing out on a page that needs sign-in', () => {
  test('by Logout: home, no remembered path, and the guard works again', {
    tags: ['HDR-09', 'AUTH-16'],
  }, async () => {
    signedIn(api, 'developer')
    const { path, router } = renderApp('/settings')
    const header = within(await screen.findByRole('banner'))
    await userEvent.click(await header.findByRole('button', { name: /Ana García/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { name: 'home/HomePage' })).toBeVisible()
    expect(path()).toBe('/')
    expect(localStorage.getItem('token')).toBeNull()
    expect(returnPath.peek()).toBeUndefined()
    await router.navigate('/settings')
    await waitFor(() => expect(path()).toBe('/login'))
  })

  test('by a 401: the login, with the path remembered [decision 26]', async () => {
    signedIn(api, 'developer')
    const { path } = renderApp('/settings?tile=1')
    await screen.findByRole('heading', { name: 'Personal information' })
    auth.signOut('expired')
    await waitFor(() => expect(path()).toBe('/login'))
    expect(returnPath.peek()).toBe('/settings?tile=1')
  })

  test('by deactivation: the login, no remembered path', { tags: 'SET-05' }, async () => {
    signedIn(api, 'developer')
    const { path } = renderApp('/settings')
    await screen.findByRole('heading', { name: 'Personal information' })
    auth.signOut('deactivated')
    await waitFor(() => expect(path()).toBe('/login'))
    expect(returnPath.peek()).toBeUndefined()
  })
})
