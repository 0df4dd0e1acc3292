import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { blocksOf, MessageBlock } from './MessageBlock.tsx'

const ANA = { _id: 'ana', name: 'Ana' }

/** Two of Ana's, then one of one's own, an hour apart. */
const message = (seq: number): Message => ({
  ...{ _id: `ana-${seq}`, seq, text: `Message ${seq}`, image: '' },
  ...(seq % 3 === 0 ? { senderId: 'own', receiverId: 'ana' } : { senderId: 'ana', receiverId: 'own' }),
  createdAt: new Date(2026, 0, 1, seq).toISOString(),
})
const conversation = Array.from({ length: 200 }, (_, index) => message(index + 1))

test('messages added above and below leave the blocks between unchanged', () => {
  const part = blocksOf(conversation.slice(59, 160))
  expect(part.map(({ messages }) => messages.length)).toEqual([41, 50, 10])
  const whole = blocksOf(conversation)
  expect(whole.map(({ messages }) => messages.length)).toEqual([50, 50, 50, 50])
  expect(whole.map(({ number }) => number).slice(1)).toEqual(part.map(({ number }) => number))
  expect(whole[2]).toEqual(part[1])
})

test('days, the unread marker and `Read` are placed correctly, also at the edge of a block', () => {
  const [first, second] = blocksOf(conversation)
  if (!first || !second) throw new Error('There are four blocks.')
  const given = { partner: ANA, onImageFailed: () => {} }
  const edge = { before: first.messages.at(-1), markedSeq: 52, lastReadSeq: 54 }
  render(<MessageBlock {...given} {...edge} messages={second.messages.slice(0, 24)} />)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  // Number 51 is of the same day as number 50, which stands in the block above.
  expect(items[0]).toMatch(/^You: Message 51/)
  expect(items[1]).toBe('New messages')
  expect(items[2]).toMatch(/^Ana: Message 52/)
  expect(items.filter((text) => text?.endsWith('Read'))).toEqual([expect.stringMatching(/Message 54/)])
  expect(items).toContain('04/01/2026')
})
