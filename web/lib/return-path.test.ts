import { beforeEach, expect, test } from 'vitest'
import { isOwnPath, returnPath } from './return-path.ts'

beforeEach(() => sessionStorage.clear())

test('a path is stored with its query, returned once and then deleted (decision 35)', {
  tags: 'AUTH-06',
}, () => {
  returnPath.save('/offers/1?tab=applied')
  expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/offers/1?tab=applied')
  expect(returnPath.take()).toBe('/offers/1?tab=applied')
  expect(returnPath.take()).toBeUndefined()
  expect(sessionStorage.length).toBe(0)
})

test('the last path counts, and a refused one changes nothing [decision 35]', () => {
  returnPath.save('/settings')
  returnPath.save('//elsewhere.example')
  expect(returnPath.peek()).toBe('/settings')
})

test('a path that someone else wrote into the storage is checked too [decision 35]', () => {
  sessionStorage.setItem('redirectAfterLogin', 'https://elsewhere.example/')
  expect(returnPath.take()).toBeUndefined()
})

test.each(['/', '/offers', '/offers/1?x=//y', '/loginhelp', '/profile/login'])('%s is accepted', (path) => {
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
])('%j is refused [decision 35]', (path) => {
  expect(isOwnPath(path)).toBe(false)
})
