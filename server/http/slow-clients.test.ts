import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const clients = new Set<Socket>()
afterAll(() => {
  for (const client of clients) client.destroy()
})

/** Both ends of a connection. */
async function open({ http, url }: { http: NodeJS.EventEmitter; url: string }, localAddress = '127.0.0.1') {
  const accepted = once(http, 'connection')
  const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  clients.add(client)
  client.on('error', () => {})
  const [socket] = (await accepted) as [Socket]
  return { client, socket }
}

const REQUEST = 'GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n'
/** Together their responses fill the buffers of the system. */
const MANY = 20_000

describe('a connection', () => {
  test('ends when its peer sends requests and reads nothing (X5)', async () => {
    const server = await startServer({ STALLED_TIMEOUT_MS: '400' }, { alone: true })
    const { client, socket } = await open(server)
    client.pause().write(REQUEST.repeat(MANY))
    // Before the time of unfinished headers, which would end it too.
    await until(() => socket.destroyed, 8000)
    expect(socket.bytesWritten).toBeGreaterThan(0)
  })

  test('goes on while its peer reads', async () => {
    const server = await startServer({ STALLED_TIMEOUT_MS: '400' }, { alone: true })
    const { client, socket } = await open(server)
    let received = 0
    client.on('data', (part) => {
      received += part.length
    })
    client.write(REQUEST.repeat(1000))
    await until(() => received > 1000 * REQUEST.length && received === socket.bytesWritten, 15_000)
    expect(socket.destroyed).toBe(false)
  })

  test('ends when the headers of a request take over about 10 s (G8)', async () => {
    const server = await startServer({}, { alone: true })
    const { client, socket } = await open(server)
    client.write('GET / HTTP/1.1\r\nHost: x\r\n')
    await until(() => socket.destroyed, 15_000)
  }, 20_000)
})

describe('a body that arrives slowly', () => {
  const JSON_TYPE = 'application/json'
  const drips: NodeJS.Timeout[] = []
  afterAll(() => drips.forEach(clearInterval))

  /** Sends one character of the body every 50 ms; the server's side of the connection. */
  async function drip(server: Awaited<ReturnType<typeof startServer>>, what: string, type = JSON_TYPE) {
    const { client, socket } = await open(server)
    client
      .resume()
      .write(`${what} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 99999\r\n\r\n`)
    drips.push(setInterval(() => client.writable && client.write(' '), 50))
    return socket
  }

  test.each([
    ['of a call', 'POST /api/contact'],
    ['of a refused call', 'POST /api/projects'],
    ['of an unknown call', 'POST /api/nothing'],
    ['of a read', 'GET /api/projects'],
    ['of a long-polling client', 'POST /socket.io/?EIO=4&transport=polling'],
  ])('%s ends with its connection, and that of an upload has more time (G8)', async (_, what) => {
    const server = await startServer({ BODY_TIMEOUT_MS: '500' }, { alone: true })
    const upload = await drip(server, 'POST /api/upload', 'multipart/form-data; boundary=x')
    const socket = await drip(server, what)
    await until(() => socket.destroyed)
    expect(upload.destroyed).toBe(false)
  })
})

describe('connections of one address', () => {
  test('are capped; others are not refused, and a closed one makes room (X5)', async () => {
    // A hundredfold for this machine (K2).
    const server = await startServer({ MAX_CONNECTIONS_PER_ADDRESS: '1' }, { alone: true })
    const first = await open(server)
    for (let n = 1; n < 100; n += 1) expect((await open(server)).socket.destroyed).toBe(false)
    expect((await open(server)).socket.destroyed).toBe(true)
    expect((await open(server, '127.0.0.2')).socket.destroyed).toBe(false)
    first.client.destroy()
    await once(first.socket, 'close')
    expect((await open(server)).socket.destroyed).toBe(false)
  })

  test('have no cap when they come from a trusted proxy, or when the cap is off', async () => {
    for (const settings of [
      { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.1' },
      { MAX_CONNECTIONS_PER_ADDRESS: '0' },
    ]) {
      const server = await startServer(settings, { alone: true })
      for (let n = 0; n < 105; n += 1) expect((await open(server)).socket.destroyed).toBe(false)
    }
  })
})
