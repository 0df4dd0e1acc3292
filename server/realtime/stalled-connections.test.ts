import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { until } from '../test/until.ts'
import { endStalledConnections } from './stalled-connections.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const connections = new Set<Socket>()
const stop = endStalledConnections(connections, 300)
afterAll(() => {
  stop()
  for (const socket of connections) socket.destroy()
  server.close()
})

async function open() {
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const [socket] = (await accepted) as [Socket]
  connections.add(socket)
  return { client, socket }
}
const PART = Buffer.alloc(64 * 1024)

test('an upgraded connection ends when its peer reads nothing, even if it keeps sending (X5)', async () => {
  const [silent, reader, idle] = [await open(), await open(), await open()]
  silent.client.pause()
  const chatter = setInterval(() => silent.client.write('3'), 50)
  let read = 0
  reader.client.on('data', (part) => {
    read += part.length
  })
  for (let n = 0; n < 200; n += 1) {
    silent.socket.write(PART)
    reader.socket.write(PART)
  }
  await until(() => silent.socket.destroyed)
  clearInterval(chatter)
  await until(() => read === 200 * PART.length)
  expect([reader.socket.destroyed, idle.socket.destroyed]).toEqual([false, false])
})
