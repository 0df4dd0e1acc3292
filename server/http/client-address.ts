import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** Reads the client's address as Fastify does: forwarded addresses count as far as proxies are trusted (G14). */
export function createClientAddressReader(trustedProxies: readonly string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [network = '', bits] = entry.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(network, family)
    else trusted.addSubnet(network, Number(bits), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => hop !== '')
    let address = withoutMapping(socket.remoteAddress ?? '')
    while (forwarded.length > 0 && isTrusted(address)) address = withoutMapping(forwarded.pop() ?? '')
    return address
  }
}

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
