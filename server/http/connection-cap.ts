import type { Server } from 'node:http'
import { isLoopback, LOOPBACK_FACTOR, networkOf } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import { canonicalAddress, createProxyCheck } from './client-address.ts'

const WARN_EVERY_MS = 60_000

/**
 * Closes connections of an address beyond `MAX_CONNECTIONS_PER_ADDRESS` as they open (X5). A trusted proxy has no cap:
 * its clients are capped there.
 */
export function capConnections(server: Server, { config, log }: Pick<Services, 'config' | 'log'>): void {
  const max = config.MAX_CONNECTIONS_PER_ADDRESS
  if (max === 0) return
  const isProxy = createProxyCheck(config.TRUST_PROXY)
  const open = new Map<string, number>()
  let warnedAt = Number.NEGATIVE_INFINITY

  function warn(address: string): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ event: 'connection refused', rule: 'X5', address }, 'security')
  }

  server.on('connection', (socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '')
    if (isProxy(address)) return
    const network = networkOf(address)
    const count = open.get(network) ?? 0
    if (count >= max * (isLoopback(address) ? LOOPBACK_FACTOR : 1)) {
      warn(address)
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
