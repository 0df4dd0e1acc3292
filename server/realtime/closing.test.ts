import type { Socket as NetSocket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { insertMessages } from '../messages/sending.queries.ts'
import { buildDeveloper } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const server = await startServer({}, { alone: true })

/** The connection below Socket.IO, to stop reading from it. */
const connectionOf = (device: Device): NetSocket => {
  const transport = device.socket.io.engine.transport as unknown as { ws: { _socket: NetSocket } }
  return transport.ws._socket
}

describe('a slow reader', () => {
  test('is disconnected when its send buffer is full; others receive everything (S9)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const [slow, other] = [await connectDevice(server.url, ben), await connectDevice(server.url, ben)]
    const connection = connectionOf(slow)
    connection.pause()
    const draft = { senderId: ana.id, receiverId: ben.id, image: '', clientId: null, contentHash: null }
    const long = Array(200).fill({ ...draft, text: 'x'.repeat(2000) })
    const isCut = () => server.realtime.counts().sockets === 1
    // The socket buffers of both ends hold several MB, so it takes many messages.
    for (let round = 1; round <= 100 && !isCut(); round += 1) {
      const { inboxes } = await server.db.transaction().execute((tx) => insertMessages(tx, long))
      server.realtime.notify(inboxes)
      await until(() => other.received.getNotification.at(-1)?.inboxSeq === 400 * round)
    }
    expect(isCut()).toBe(true)
    connection.resume()
    expect(await slow.closed()).toBeDefined()
    other.close()
  })
})

describe('a stopping server', () => {
  test('closes all sockets so that clients reconnect by themselves (D-3)', async () => {
    const stopping = await startServer({}, { alone: true })
    const [ana, ben] = [await buildDeveloper(stopping), await buildDeveloper(stopping)]
    const device = await connectDevice(stopping.url, ana)
    // A silently dead one must not delay the end.
    const dead = await connectDevice(stopping.url, ben)
    connectionOf(dead).pause()
    await stopping.realtime.close()
    // Not 'io server disconnect', after which a client does not reconnect.
    expect(await device.closed()).toBe('transport close')
    await new Promise((resolve) => stopping.http.close(resolve))
    connectionOf(dead).destroy()
  })

  test('accepts a message after its sockets are closed', async () => {
    const stopping = await startServer({}, { alone: true })
    const [ana, ben] = [await buildDeveloper(stopping), await buildDeveloper(stopping)]
    await stopping.realtime.close()
    const { inboxes } = await stopping.db.transaction().execute((tx) =>
      insertMessages(tx, [
        {
          senderId: ana.id,
          receiverId: ben.id,
          text: 'late',
          image: '',
          clientId: null,
          contentHash: null,
        },
      ]),
    )
    expect(() => stopping.realtime.notify(inboxes)).not.toThrow()
  })
})
