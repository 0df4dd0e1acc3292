import { expect, test } from 'vitest'
import { createClientAddressReader } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as Parameters<
    ReturnType<typeof createClientAddressReader>
  >[0]

test.each([
  [[], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  [['10.0.0.0/8'], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  [['10.0.0.0/8'], '10.1.2.3', '1.2.3.4', '1.2.3.4'],
  [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  [['10.0.0.0/8'], '10.1.2.3', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4'],
  [['10.0.0.0/8'], '10.1.2.3', '10.8.8.8', '10.8.8.8'],
  [['127.0.0.1'], '::ffff:127.0.0.1', '2001:db8::1', '2001:db8::1'],
  [['fd00::/8'], 'fd00::1', '::ffff:1.2.3.4', '1.2.3.4'],
  [['10.0.0.0/8'], '10.1.2.3', '6.6.6.6, 1.2.3.4:5678, 10.9.9.9:80', '1.2.3.4'],
  [['10.0.0.0/8'], '10.1.2.3', '[2001:DB8:0::1]:443', '2001:db8::1'],
  [['10.0.0.0/8'], '10.1.2.3', '::FFFF:102:304', '1.2.3.4'],
  [['10.0.0.0/8'], '10.1.2.3', 'rendering', 'unknown'],
])('trusting %j, %s forwarding %s is %s (G14)', (trusted, remote, forwarded, address) => {
  expect(createClientAddressReader(trusted)(request(remote, forwarded))).toBe(address)
})
