import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { AS_SENT } from '../test/inbox-server.ts'
import { createImageUrls } from './image-urls.ts'

const HOUR_MS = 3_600_000
const PAGE = 50

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a failed image is renewed with its page, however far up it is (F5)', async () => {
  const { imageUrls, ends, reads } = open(120)
  imageUrls.failed('ana', 3)
  await settled()
  expect(reads).toEqual(['ana-53'])
  expect(ends()).toEqual({ 3: 24, 60: 1, 100: 1, 120: 1 })
})

test('images that fail together are renewed with one request per page', async () => {
  const { imageUrls, ends, reads } = open(120)
  for (const seq of [100, 3, 120, 60]) imageUrls.failed('ana', seq)
  await settled()
  expect(reads).toEqual([undefined, 'ana-53', 'ana-110'])
  expect(ends()).toEqual({ 3: 24, 60: 24, 100: 24, 120: 24 })
})

test('a URL is renewed before it expires, and then not for a day', async () => {
  const { ends, reads } = open(120)
  await vi.advanceTimersByTimeAsync(HOUR_MS / 2)
  expect(reads).toEqual(['ana-53', 'ana-110', undefined])
  expect(Math.min(...Object.values(ends()))).toBeGreaterThanOrEqual(24)
  await vi.advanceTimersByTimeAsync(20 * HOUR_MS)
  expect(reads).toHaveLength(3)
})

test('a renewal that failed offline is tried again when the image fails again', async () => {
  const { imageUrls, ends, setOffline } = open(10)
  setOffline(true)
  imageUrls.failed('ana', 10)
  await settled()
  expect(ends()).toEqual({ 3: 1, 10: 1 })
  setOffline(false)
  imageUrls.failed('ana', 10)
  await settled()
  expect(ends()).toEqual({ 3: 24, 10: 24 })
})

const settled = () => vi.advanceTimersByTimeAsync(0)

/** A conversation with some images whose URLs expire in an hour. */
function open(count: number) {
  const began = Date.now()
  const images = [3, 60, 100, count]
  const make = (seq: number): Message => ({
    _id: `ana-${seq}`,
    senderId: 'ana',
    receiverId: 'own',
    text: '',
    image: images.includes(seq) ? `/files/${seq}.webp?e=${(began + HOUR_MS) / 1000}&s=x` : '',
    createdAt: '2026-01-01T10:00:00.000Z',
    seq,
    ...AS_SENT,
  })
  let messages = Array.from({ length: count }, (_, index) => make(index + 1))
  let isOffline = false
  const reads: (string | undefined)[] = []
  const fresh = (message: Message): Message =>
    message.image === ''
      ? message
      : { ...message, image: message.image.replace(/e=[\d.]+/, `e=${(Date.now() + 24 * HOUR_MS) / 1000}`) }
  const imageUrls = createImageUrls({
    pageSize: PAGE,
    peerIds: () => ['ana'],
    messagesOf: () => messages,
    fetchMessages: async (_peerId, beforeId) => {
      if (isOffline) return undefined
      reads.push(beforeId)
      const end = beforeId === undefined ? count : messages.findIndex(({ _id }) => _id === beforeId)
      return messages.slice(Math.max(0, end - PAGE), end).map(fresh)
    },
    renewed: (_peerId, page) => {
      const bySeq = new Map(page.map((message) => [message.seq, message]))
      messages = messages.map((message) => bySeq.get(message.seq) ?? message)
    },
  })
  return {
    imageUrls,
    reads,
    /** The hours from the start until each image URL expires. */
    ends: () =>
      Object.fromEntries(
        messages
          .filter(({ image }) => image !== '')
          .map(({ seq, image }) => [
            seq,
            Math.floor((Number(/e=([\d.]+)/.exec(image)?.[1]) * 1000 - began) / HOUR_MS),
          ]),
      ),
    setOffline: (isNowOffline: boolean) => {
      isOffline = isNowOffline
    },
  }
}
