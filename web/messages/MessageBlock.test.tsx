import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { AS_SENT } from '../test/inbox-server.ts'
import { blocksOf, MessageBlock } from './MessageBlock.tsx'

const ANA = { _id: 'ana', name: 'Ana' }

/** Two of Ana's, then an own one, an hour apart. */
const message = (seq: number): Message => ({
  ...{ _id: `ana-${seq}`, seq, text: `Message ${seq}`, image: '' },
  ...(seq % 3 === 0 ? { senderId: 'own', receiverId: 'ana' } : { senderId: 'ana', receiverId: 'own' }),
  createdAt: new Date(2026, 0, 1, seq).toISOString(),
  ...AS_SENT,
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
  const given = { partner: ANA, isCovered: false, isGone: false, onImageFailed: () => {} }
  const edge = { before: first.messages.at(-1), markedSeq: 52, lastReadSeq: 54 }
  render(<MessageBlock {...given} {...edge} messages={second.messages.slice(0, 24)} />)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  // Number 51 is of the same day as number 50 in the block above.
  expect(items[0]).toMatch(/^You: Message 51/)
  expect(items[1]).toBe('New messages')
  expect(items[2]).toMatch(/^Ana: Message 52/)
  expect(items.filter((text) => text?.endsWith('Read'))).toEqual([expect.stringMatching(/Message 54/)])
  expect(items).toContain('04/01/2026')
})

test('a message with a sign of a scam has a note, others have none', {
  tags: ['TRUST-03'],
}, () => {
  const warned: Message = { ...message(2), warning: 'money' }
  const given = { partner: ANA, isCovered: false, isGone: false, onImageFailed: () => {} }
  const marks = { before: undefined, markedSeq: undefined, lastReadSeq: undefined }
  render(<MessageBlock {...given} {...marks} messages={[message(1), warned, message(3)]} />, {
    wrapper: MemoryRouter,
  })
  const note = screen.getByRole('note')
  expect(note).toHaveTextContent('This asks you for money. How to recognise a scam')
  expect(note.closest('li')).toHaveTextContent('Message 2')
})

test('a press on a picture opens it large, and Escape leads back to it', { tags: ['FLOW-08'] }, async () => {
  const user = userEvent.setup()
  const given = { partner: ANA, isCovered: false, isGone: false, onImageFailed: () => {} }
  const marks = { before: undefined, markedSeq: undefined, lastReadSeq: undefined }
  render(<MessageBlock {...given} {...marks} messages={[{ ...message(1), image: '/plan.webp' }]} />)
  const link = screen.getByRole('link', { name: 'Enlarge the image' })
  await user.click(link)
  const dialog = await screen.findByRole('dialog', { name: 'Image' })
  expect(within(dialog).getByRole('img')).toHaveAttribute('src', '/plan.webp')
  expect(within(dialog).getByRole('link', { name: /new tab/ })).toHaveAttribute('href', '/plan.webp')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(link).toHaveFocus())
})
