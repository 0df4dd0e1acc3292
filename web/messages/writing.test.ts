import { beforeEach, expect, test, vi } from 'vitest'
import { apiServer } from '../test/api-server.ts'
import { createWriting } from './writing.ts'

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
  createWriting({ userId: 'ana', changed: () => undefined, sent: () => undefined, refused: () => undefined })

test('Enter while a picture is prepared sends the message once it is ready', async () => {
  const writing = open()
  const attached = writing.drafts.attach('marta', file)
  await vi.waitFor(() => expect(writing.drafts.of('marta').preparing).toBeDefined())
  writing.drafts.update('marta', { text: 'Look' })
  writing.send('marta')
  expect(sent()).toEqual([])
  compressing.compressed.resolve(PICTURE)
  await attached
  await vi.waitFor(() => expect(sent()).toMatchObject([{ text: 'Look', image: PICTURE }]))
  expect(writing.drafts.of('marta').text).toBe('')
  writing.close()
})

test('removing the picture meanwhile keeps the text and sends nothing', async () => {
  const writing = open()
  const attached = writing.drafts.attach('marta', file)
  await vi.waitFor(() => expect(writing.drafts.of('marta').preparing).toBeDefined())
  writing.drafts.update('marta', { text: 'Look' })
  writing.send('marta')
  writing.drafts.removeImage('marta')
  compressing.compressed.resolve(PICTURE)
  await attached
  expect(sent()).toEqual([])
  expect(writing.drafts.of('marta')).toMatchObject({ text: 'Look', image: undefined })
  writing.close()
})
