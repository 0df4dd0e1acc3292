import { describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const server = await startServer()

describe('POST /messages/send/:id', () => {
  test('stores the message, and brings it to every device of both [API-57, DATA-30, SOCK-04]', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    const devices = await Promise.all([
      connectDevice(server.url, ana),
      connectDevice(server.url, ben),
      connectDevice(server.url, ben),
    ])
    const { status, body } = await server.call(sendMessage, {
      params: { id: ben.id },
      body: { text: ' Hola ', image: '' },
      as: ana,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      _id: expect.any(String),
      senderId: ana.id,
      receiverId: ben.id,
      text: 'Hola',
      image: '',
      createdAt: expect.any(String),
      seq: 1,
    })
    for (const device of devices) {
      const message = await until(() => device.received.newMessage[0])
      expect(message).toEqual({ ...body, inboxSeq: 1 })
      device.close()
    }
  })
})
