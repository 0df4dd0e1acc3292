import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test } from 'vitest'
import { auth } from '../lib/auth.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { Guard, OnboardingRule } from './Guard.tsx'

const visitor = () => auth.signOut('logout')
const developer = (hasCompletedOnboarding: boolean) => () => {
  auth.signIn(buildToken('developer'))
  auth.setProfile(buildUser('developer', { hasCompletedOnboarding }))
}

beforeEach(() => {
  visitor()
  sessionStorage.clear()
})

test.each([
  ['a visitor', '/login', visitor, <Guard key="" />],
  ['the other role', '/', developer(true), <Guard key="" only="recruiter" />],
  [
    'a person who has not completed onboarding',
    '/onboarding',
    developer(false),
    <OnboardingRule key="">
      <Outlet />
    </OnboardingRule>,
  ],
])(
  '%s is redirected to %s, also when another page is opened while that one loads',
  async (_, target, become, guard) => {
    become()
    const loading = Promise.withResolvers<void>()
    const lazy = async () => {
      await loading.promise
      return { element: <h1>target</h1> }
    }
    const router = createMemoryRouter(
      [
        { path: target, lazy },
        {
          element: guard,
          children: ['/first', '/second'].map((path) => ({ path, element: <h1>{path}</h1> })),
        },
      ],
      { initialEntries: ['/first'] },
    )
    render(<RouterProvider router={router} />)
    const isRedirecting = () => waitFor(() => expect(router.state.navigation.location?.pathname).toBe(target))
    await isRedirecting()
    await act(() => router.navigate('/second'))
    await isRedirecting()
    loading.resolve()
    expect(await screen.findByRole('heading', { name: 'target' })).toBeVisible()
  },
)
