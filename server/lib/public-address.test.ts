import { expect, test } from 'vitest'
import { isPublicAddress, isPublicHost, lookupPublic } from './public-address.ts'

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:8.8.8.8', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['no address', false],
])('%s is public: %s', { tags: 'NTFY-04' }, (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('a host that is a private address, or resolves to one, is refused', { tags: 'NTFY-04' }, async () => {
  expect(isPublicHost('[::1]')).toBe(false)
  expect(isPublicHost('127.0.0.1')).toBe(false)
  expect(isPublicHost('push.example.com')).toBe(true)
  const error = await new Promise((resolve) => {
    lookupPublic('localhost', {}, resolve)
  })
  expect(error).toMatchObject({ code: 'EPRIVATE' })
})
