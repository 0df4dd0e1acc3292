import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import type { Failure } from '../lib/api-failure.ts'
import { AS_SENT } from '../test/inbox-server.ts'
import { createOutbox, type Outgoing } from './outbox.ts'

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the outbox', () => {
  test('sends one message after the other, in order', async () => {
    const { outbox, network } = open()
    for (const text of ['one', 'two', 'three']) outbox.add('ana', { text, image: '' })
    expect(network.tried).toEqual(['one'])
    await network.response('one')
    expect(network.tried).toEqual(['one', 'two'])
    await network.response('two')
    await network.response('three')
    expect(network.stored).toEqual(['one', 'two', 'three'])
    expect(outbox.get()).toEqual([])
  })

  test('waits while offline, then continues with the same message and the same id', async () => {
    const { outbox, network } = open()
    outbox.add('ana', { text: 'one', image: '' })
    outbox.add('ana', { text: 'two', image: '' })
    const [{ clientId }] = outbox.get() as [Outgoing, Outgoing]
    await network.fail(0)
    expect(network.tried).toEqual(['one'])
    expect(outbox.get()[0]).toMatchObject({ status: 'waiting', tries: 1, clientId })
    await vi.advanceTimersByTimeAsync(1000)
    expect(network.tried).toEqual(['one', 'one'])
    await network.response('one')
    await network.response('two')
    expect(network.stored).toEqual(['one', 'two'])
  })

  test('retries at once on flush', async () => {
    const { outbox, network } = open()
    outbox.add('ana', { text: 'one', image: '' })
    for (let times = 0; times < 5; times += 1) {
      await network.fail(503)
      void outbox.flush()
    }
    expect(network.tried).toHaveLength(6)
  })

  test('stores a refused message for its sender, and sends the next', {
    tags: ['ERR-56', 'ERR-57'],
  }, async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { outbox, network, refused } = open()
    outbox.add('ana', { text: 'one', image: '' })
    outbox.add('ben', { text: 'two', image: '' })
    await network.fail(500, 'Error sending message')
    expect(log).toHaveBeenCalledWith('Error sending message', expect.objectContaining({ status: 500 }))
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ text: 'one', receiverId: 'ana' }))
    await network.response('two')
    expect(outbox.get()).toEqual([expect.objectContaining({ text: 'one', status: 'failed' })])
    outbox.retry(outbox.get()[0]?.clientId ?? '')
    await network.response('one')
    expect(network.stored).toEqual(['two', 'one'])
    expect(new Set(network.ids).size).toBe(2)
  })

  test('reports the reason of the server, except for server errors', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { outbox, network } = open()
    outbox.add('ana', { text: 'one', image: 'data:image/png;base64,AA==' })
    await network.fail(400, 'Invalid file. Only images are allowed.')
    expect(outbox.get()[0]?.reason).toBe('Invalid file. Only images are allowed.')
  })

  test('a message that arrived over the socket is not sent again, although its response was lost', async () => {
    const { outbox, network } = open()
    outbox.add('ana', { text: 'one', image: '' })
    await network.fail(0)
    outbox.remove(outbox.get()[0]?.clientId ?? '')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(network.tried).toEqual(['one'])
  })

  test('survives a reload of the tab, with ids and order', async () => {
    const before = open()
    before.outbox.add('ana', { text: 'one', image: '' })
    before.outbox.add('ana', { text: 'two', image: '' })
    before.outbox.close()

    const { outbox, network } = open()
    expect(outbox.get().map(({ text, status }) => [text, status])).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
    ])
    void outbox.flush()
    await network.response('one')
    await network.response('two')
    expect(network.ids[0]).toBe(before.network.ids[0])
    expect(sessionStorage).toHaveLength(0)
  })
})

/** An outbox whose requests get their responses from the test. */
function open() {
  let respond: (response: Message | Failure) => void = () => {}
  const network = {
    tried: [] as string[],
    ids: [] as string[],
    stored: [] as string[],
    response: async (text: string) => {
      expect(network.tried.at(-1)).toBe(text)
      network.stored.push(text)
      respond({ ...message, text, seq: network.stored.length })
      await vi.advanceTimersByTimeAsync(0)
    },
    fail: async (status: number, words = 'Request failed') => {
      respond({ error: true, status, message: words })
      await vi.advanceTimersByTimeAsync(0)
    },
  }
  const refused = vi.fn()
  const outbox = createOutbox({
    storageKey: 'outbox',
    send: ({ text, clientId }) => {
      network.tried.push(text)
      network.ids.push(clientId)
      return new Promise((resolve) => {
        respond = resolve
      })
    },
    changed: () => {},
    sent: () => {},
    refused,
  })
  return { outbox, network, refused }
}

const message: Message = {
  _id: 'm',
  senderId: 'own',
  receiverId: 'ana',
  text: '',
  image: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  seq: 1,
  ...AS_SENT,
}
