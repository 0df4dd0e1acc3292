import { beforeEach, expect, test } from 'vitest'
import { isOwnPath, rememberedPath } from './remembered-path.ts'

beforeEach(() => sessionStorage.clear())

test('a path is kept with its query, given once and then forgotten [AUTH-06, DECISION 90]', () => {
  rememberedPath.remember('/offers/1?tab=applied')
  expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/offers/1?tab=applied')
  expect(rememberedPath.take()).toBe('/offers/1?tab=applied')
  expect(rememberedPath.take()).toBeUndefined()
  expect(sessionStorage.length).toBe(0)
})

test('the last path counts, and a refused one changes nothing [DECISION 90]', () => {
  rememberedPath.remember('/settings')
  rememberedPath.remember('//elsewhere.example')
  expect(rememberedPath.peek()).toBe('/settings')
})

test('a path that someone else wrote into the storage is checked too [DECISION 90]', () => {
  sessionStorage.setItem('redirectAfterLogin', 'https://elsewhere.example/')
  expect(rememberedPath.take()).toBeUndefined()
})

test.each(['/', '/offers', '/offers/1?x=//y', '/loginhelp', '/profile/login'])('%s is ours', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

test.each([
  '',
  'offers',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  'https://elsewhere.example',
  'javascript:alert(1)',
  '/login',
  '/login/',
  '/login?next=/',
  '/register',
  '/x/../login',
  '/offers/..//elsewhere.example/..',
])('%j is refused [DECISION 90]', (path) => {
  expect(isOwnPath(path)).toBe(false)
})
