import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { LIMIT_RULES } from '../lib/limits.ts'
import { startServer } from '../test/server.ts'

const server = await startServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }, { alone: true })
const POLLING = '/socket.io/?EIO=4&transport=polling'
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** A frame of a client, which is masked (RFC 6455, 5.2). */
function frame(opcode: number, payload = '', isFinal = true): Buffer {
  const mask = randomBytes(4)
  const body = Buffer.from(payload).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, 0x80 | body.length]), mask, body])
}
const [CONTINUATION, TEXT, PING, PONG] = [0, 1, 9, 10]
const times = (count: number, one: Buffer) => Buffer.concat(Array<Buffer>(count).fill(one))

/** A WebSocket of nobody, past any library; `sid` goes over from long-polling. */
async function openWebSocket(address: string, sid = '') {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const path = `/socket.io/?EIO=4&transport=websocket${sid && `&sid=${sid}`}`
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/^HTTP\/1.1 101 /)
  let received = 0
  socket.on('data', (part) => {
    received += part.length
  })
  // An error is an end like any other.
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  return { socket, closed, received: () => received }
}

async function openPolling(address: string): Promise<string> {
  const response = await fetch(server.url + POLLING, from(address))
  return (JSON.parse((await response.text()).slice(1)) as { sid: string }).sid
}

const responses = (payload: string) => 300 * (payload.length + 2)

test.each([
  ['pings', frame(PING, 'x'.repeat(125)), responses('x'.repeat(125))],
  ['empty pings', frame(PING), responses('')],
  ['pongs', frame(PONG), 0],
  ['heartbeats', frame(TEXT, '3'), 0],
])(
  'a WebSocket that sends three hundred %s in a minute is closed at once (S2, S9)',
  async (_what, one, most) => {
    const { socket, closed, received } = await openWebSocket('203.0.113.1')
    socket.write(times(5000, one))
    await closed
    // The packet that opens a session comes before.
    expect(received()).toBeLessThan(most + 500)
  },
)

test('a connection that has not upgraded yet, or never completes a message, is closed, too (S2)', async () => {
  const upgrading = await openWebSocket('203.0.113.2', await openPolling('203.0.113.2'))
  upgrading.socket.write(times(5000, frame(PING)))
  await upgrading.closed
  const endless = await openWebSocket('203.0.113.2')
  endless.socket.write(frame(TEXT, '', false))
  endless.socket.write(times(900_000, frame(CONTINUATION, '', false)))
  await endless.closed
})

test('a long-polling client that sends three hundred heartbeats is closed (S2)', async () => {
  const address = '203.0.113.3'
  const sid = await openPolling(address)
  const send = (packets: number) => {
    const body = Array(packets).fill('3').join('\x1e')
    return fetch(`${server.url}${POLLING}&sid=${sid}`, { method: 'POST', body, ...from(address) })
  }
  expect((await send(100)).status).toBe(200)
  await send(300)
  expect((await send(1)).status).toBe(400)
})

test.each([
  ['transport=websocket', 400],
  ['transport=websocket&transport=polling&sid=x', 400],
  ['transport=nothing', 400],
])('a request with %s counts like a call (X4)', async (query, status) => {
  const address = `203.0.113.${query.length}`
  const ask = async () => (await fetch(`${server.url}/socket.io/?EIO=4&${query}`, from(address))).status
  expect(await ask()).toBe(status)
  for (let call = 1; call < LIMIT_RULES.calls.points; call += 1)
    await server.limits.consume(LIMIT_RULES.calls, address)
  expect(await ask()).toBe(429)
})
