import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { apiServer } from '../test/api-server.ts'
import { AS_SENT, OWN_ID } from '../test/inbox-server.ts'
import { inboxOf } from './inbox.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { MessageActionsProvider } from './message-actions.tsx'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))

const user = userEvent.setup()
const message = (senderId: string, createdAt = new Date().toISOString()): Message => ({
  ...{ _id: `of ${senderId}`, seq: 1, text: 'Run this repository', image: '', createdAt },
  ...{ senderId, receiverId: senderId === OWN_ID ? 'ana' : OWN_ID, ...AS_SENT },
})

async function open(message: Message, isClosed = false) {
  api.on('GET /messages/settings', { body: { signals: true, editMinutes: 15 } })
  const inbox = inboxOf(OWN_ID)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MessageActionsProvider inbox={inbox} partnerId="ana" isClosed={isClosed} onShow={() => undefined}>
        <MessageMenu message={message} isOwn={message.senderId === OWN_ID} />
      </MessageActionsProvider>
    </QueryClientProvider>,
  )
  const trigger = screen.queryByRole('button', { name: 'More about this message' })
  if (trigger) await user.click(trigger)
  const items = trigger ? (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent) : []
  return { inbox, items }
}

test('a received message can be replied to with a quote, and reported', {
  tags: ['TALK-06', 'MOD-02'],
}, async () => {
  api.on('POST /reports', { status: 201, body: { message: 'Thank you.', _id: 'report' } })
  const { inbox, items } = await open(message('ana'))
  expect(items).toEqual(['Reply', 'Report'])
  await user.click(screen.getByRole('menuitem', { name: 'Reply' }))
  expect(inbox.get().drafts.ana?.quote).toMatchObject({ senderId: 'ana', text: 'Run this repository' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'More about this message' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }))
  await user.selectOptions(await screen.findByLabelText(/^What is wrong/), 'Scam or fraud')
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf('POST /reports')[0]?.body).toMatchObject({
    kind: 'message',
    id: 'of ana',
    reason: 'scam',
  })
})

test.each([
  ['received', message('ana'), false, ['Reply', 'Report']],
  ['received, where nothing can be written', message('ana'), true, ['Report']],
  ['own', message(OWN_ID), false, ['Reply', 'Edit', 'Remove']],
  ['own, where nothing can be written', message(OWN_ID), true, ['Remove']],
  ['own and old', message(OWN_ID, '2024-01-01T10:00:00.000Z'), false, ['Reply']],
  ['own and old, where nothing can be written', message(OWN_ID, '2024-01-01T10:00:00.000Z'), true, []],
])(
  'the menu of a message: %s',
  { tags: ['TALK-04', 'TALK-06'] },
  async (_name, given, isClosed, expected) => {
    expect((await open(given, isClosed)).items).toEqual(expected)
  },
)
