import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { apiServer } from '../test/api-server.ts'
import { createMessageComposer } from './message-composer.ts'

const api = apiServer()
const compressing = vi.hoisted(() => ({ compressed: Promise.withResolvers<string>() }))
vi.mock('./compress-image.ts', () => ({ compressImage: () => compressing.compressed.promise }))

const PICTURE = 'data:image/webp;base64,AAAA'
const file = new File(['x'], 'bridge.png', { type: 'image/png' })

beforeEach(() => {
  sessionStorage.clear()
  compressing.compressed = Promise.withResolvers()
  api.on('POST /messages/send/marta', { status: 201, body: { _id: '1' } })
})

const sent = () => api.callsOf('POST /messages/send/marta').map(({ body }) => body)
const open = () =>
  createMessageComposer({
    ...{ userId: 'ana', changed: () => undefined, sent: () => undefined, refused: () => undefined },
  })

test('Enter while a picture is prepared sends the message once it is ready', async () => {
  const composer = open()
  const attached = composer.drafts.attach('marta', file)
  await waitFor(() => expect(composer.drafts.of('marta').preparing).toBeDefined())
  composer.drafts.update('marta', { text: 'Look' })
  composer.send('marta')
  expect(sent()).toEqual([])
  compressing.compressed.resolve(PICTURE)
  await attached
  await waitFor(() => expect(sent()).toMatchObject([{ text: 'Look', image: PICTURE }]))
  expect(composer.drafts.of('marta').text).toBe('')
  composer.close()
})

test('removing the picture meanwhile keeps the text and sends nothing', async () => {
  const composer = open()
  const attached = composer.drafts.attach('marta', file)
  await waitFor(() => expect(composer.drafts.of('marta').preparing).toBeDefined())
  composer.drafts.update('marta', { text: 'Look' })
  composer.send('marta')
  composer.drafts.removeImage('marta')
  compressing.compressed.resolve(PICTURE)
  await attached
  expect(sent()).toEqual([])
  expect(composer.drafts.of('marta')).toMatchObject({ text: 'Look', image: undefined })
  composer.close()
})
