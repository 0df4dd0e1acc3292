import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { apiServer } from '../test/api-server.ts'
import { AS_SENT, OWN_ID } from '../test/inbox-server.ts'
import { openInbox } from './open-inbox.ts'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => {}, close: () => {} }) }))

const MESSAGE: Message = {
  ...{ _id: '1', senderId: OWN_ID, receiverId: 'marta', text: 'Frist', image: '', seq: 1, ...AS_SENT },
  createdAt: '2026-01-01T00:00:00.000Z',
}

test.each([
  ['refused', { status: 409, body: { code: 'TOO_LATE' } }, 'The message could not be changed'],
  ['saved', { status: 200, body: { ...MESSAGE, text: 'First' } }, undefined],
])('text typed while an edit is %s is not lost', async (_, response, problem) => {
  const inbox = openInbox(OWN_ID)
  const edit = () => inbox.get().drafts.marta?.edit
  const saved = Promise.withResolvers<void>()
  api.on('PATCH /messages/1', () => saved.promise.then(() => response))
  inbox.edit('marta', MESSAGE)
  inbox.type('marta', 'First')
  const saving = inbox.saveEdit('marta')
  expect(edit()?.isSaving).toBe(true)
  inbox.type('marta', 'First of all')
  saved.resolve()
  await saving
  expect(edit()).toEqual({ _id: '1', text: 'First of all', isSaving: false, problem })
  inbox.close()
})
