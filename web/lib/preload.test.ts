import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildToken } from '../test/people.ts'
import { auth } from './auth.ts'
import { queryClientContext } from './load-context.ts'
import { preloadOnIntent } from './preload.ts'
import { createQueryClient } from './query-client.ts'

const queryClient = createQueryClient()
let loaded: string[] = []

beforeAll(() =>
  preloadOnIntent({
    routes: ['/projects/:id', '/profile/:id', '/recruiter/:id'].map(buildRoute),
    queryClient,
  }),
)
beforeEach(() => {
  loaded = []
  vi.useFakeTimers()
})
afterEach(() => {
  auth.signOut('logout')
  vi.useRealTimers()
})
afterAll(() => document.body.replaceChildren())

test('a pointer that rests on a link prefetches code and data of its page', async () => {
  await reach('/projects/1', new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
  expect(loaded).toEqual(['code of /projects/:id', 'data of /projects/:id'])
})

test('keyboard focus prefetches both, too', async () => {
  await reach('/projects/1', new FocusEvent('focusin', { bubbles: true }))
  expect(loaded).toEqual(['code of /projects/:id', 'data of /projects/:id'])
})

test('a touch, which may only scroll, prefetches the code alone', async () => {
  await reach('/projects/1', new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }))
  expect(loaded).toEqual([])
  await reach('/projects/1', new Event('touchstart', { bubbles: true }))
  expect(loaded).toEqual(['code of /projects/:id'])
})

test.each(['/profile', '/recruiter'])('%s: a visitor’s limit is not spent by prefetching', async (path) => {
  const over = () => new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })
  await reach(`${path}/1`, over())
  expect(loaded).toEqual([`code of ${path}/:id`])
  auth.signIn(buildToken('recruiter'))
  await reach(`${path}/1`, over())
  expect(loaded).toContain(`data of ${path}/:id`)
})

function buildRoute(path: string): RouteObject {
  const loader = ({ context }: LoaderFunctionArgs) => {
    expect(context.get(queryClientContext)).toBe(queryClient)
    loaded.push(`data of ${path}`)
    return null
  }
  const lazy = async () => {
    loaded.push(`code of ${path}`)
    return { loader }
  }
  return { path, lazy }
}

async function reach(href: string, event: Event) {
  const link = Object.assign(document.createElement('a'), { href })
  document.body.append(link)
  link.dispatchEvent(event)
  await vi.runAllTimersAsync()
}
