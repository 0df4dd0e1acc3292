import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Ranges outside of the public internet (IANA special-purpose registries). */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4')
}
/** Of IPv6 only 2000::/3 is public, without documentation, 6to4 and Teredo, which carry IPv4 addresses. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
const NOT_GLOBAL = new BlockList()
NOT_GLOBAL.addSubnet('2001::', 23, 'ipv6')
NOT_GLOBAL.addSubnet('2001:db8::', 32, 'ipv6')
NOT_GLOBAL.addSubnet('2002::', 16, 'ipv6')
NOT_GLOBAL.addSubnet('3fff::', 20, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4')
  return isIP(address) === 6 && GLOBAL.check(address, 'ipv6') && !NOT_GLOBAL.check(address, 'ipv6')
}

export class PrivateAddress extends Error {
  code = 'EPRIVATE'
}

/**
 * For the `lookup` of a request: connects to the resolved address, so that DNS rebinding has no effect
 * (G17). An IP address as host is not looked up: check it with `isPublicHost` before.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, [])
    answer(found, isPublicAddress, options, callback)
  })
}

/** The same by a resolver, which reads the DNS only and not this machine's hosts file; `isAllowed` differs in tests only. */
export const lookupBy =
  (resolver: Resolver, isAllowed = isPublicAddress): LookupFunction =>
  (hostname, options, callback) => {
    const all = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
    Promise.allSettled(all).then(([four, six]) => {
      const of = (result: typeof four, family: number) =>
        result?.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
      answer([...of(four, 4), ...of(six, 6)], isAllowed, options, callback)
    })
  }

type Callback = Parameters<LookupFunction>[2]

function answer(
  found: LookupAddress[],
  isAllowed: (address: string) => boolean,
  options: LookupOptions,
  callback: Callback,
): void {
  const areAllowed = found.length > 0 && found.every(({ address }) => isAllowed(address))
  const [{ address, family } = { address: '', family: 4 }] = found
  if (!areAllowed) callback(new PrivateAddress('not a public address'), [])
  else if (options.all) callback(null, found)
  else callback(null, address, family)
}

/** False for an address that is not public; a name is checked when it is resolved. */
export function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 || isPublicAddress(address)
}
