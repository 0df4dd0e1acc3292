import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildToken } from '../test/people.ts'
import { auth } from './auth.ts'
import { returnPath } from './return-path.ts'
import { useReopenedForm } from './use-reopened-form.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  auth.signIn(buildToken('developer'))
})
afterEach(() => auth.signOut('logout'))

test('after an expired session, signing in reopens the form, once', {
  tags: ['AUTH-06', 'AUTH-14'],
}, () => {
  const page = renderPage('account')
  auth.signOut('expired')
  page.unmount()
  expect(returnPath.peek()).toBe('/settings?tab=1')

  auth.signIn(buildToken('developer'))
  expect(renderPage(undefined).reopened).toEqual(['account'])
  expect(renderPage(undefined).reopened).toEqual([])
})

test('another person who signs in in another tab gets neither the form nor the page', {
  tags: 'AUTH-06',
}, () => {
  const page = renderPage('account')
  localStorage.setItem('token', buildToken('recruiter'))
  auth.restore()
  page.unmount()
  expect(returnPath.peek()).toBeUndefined()
  expect(renderPage(undefined).reopened).toEqual([])
})

function renderPage(open: string | undefined) {
  const reopened: string[] = []
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, { initialEntries: ['/settings?tab=1'] }, children)
  const { unmount } = renderHook(
    () => useReopenedForm<string>('settings', open, (form) => reopened.push(form)),
    {
      wrapper,
    },
  )
  return { reopened, unmount }
}
