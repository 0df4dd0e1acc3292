import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

type Connected = Pick<IncomingMessage, 'socket' | 'headers'>

/** Whether the peer of a connection, by its canonical address, is a trusted proxy (G14). */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [network = '', bits] = entry.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(network, family)
    else trusted.addSubnet(network, Number(bits), family)
  }
  return (address) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Reads the client's address in its canonical form. Forwarded addresses count as far as proxies are trusted (G14); the
 * last one is appended by the nearest proxy.
 */
export function createClientAddressReader(trustedProxies: readonly string[]) {
  const isTrusted = createProxyCheck(trustedProxies)
  return ({ socket, headers }: Connected): string => {
    let address = canonicalAddress(socket.remoteAddress ?? '')
    if (trustedProxies.length === 0) return address
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => hop !== '')
    while (forwarded.length > 0 && isTrusted(address)) address = canonicalAddress(forwarded.pop() ?? '')
    return address
  }
}

/** One spelling for each address: without port, brackets, zone and IPv4 in IPv6. 'unknown' for anything else. */
export function canonicalAddress(written: string): string {
  if (isIPv4(written)) return written
  const text = written.replace(/%[^\]]*/, '')
  const { address } = SocketAddress.parse(isIPv6(text) ? `[${text}]` : text) ?? { address: 'unknown' }
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
