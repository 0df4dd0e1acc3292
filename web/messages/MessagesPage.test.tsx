import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import type { ChatUser } from '#contract/messages.ts'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import type { ConnectionHandler } from '../lib/realtime-connection.ts'
import { apiServer } from '../test/api-server.ts'
import { AS_SENT } from '../test/inbox-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()
/** The page's side of the socket. */
let socket: ConnectionHandler | undefined
vi.mock('../lib/socket.ts', () => ({
  openSocket: (_id: string, page: ConnectionHandler) => {
    socket = page
    return { emit: () => true, close: () => undefined }
  },
}))

// jsdom has no layout.
Element.prototype.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

const user = userEvent.setup()

beforeEach(() => {
  socket = undefined
  auth.signOut('logout')
  localStorage.clear()
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on('GET /messages/settings', { body: { signals: true, editMinutes: 15 } })
})

const person = (_id: string, changes: Partial<ChatUser> = {}): ChatUser => ({
  ...{ _id, name: _id, surname: 'Paz', avatar: '', verified: null },
  role: { type: 'developer' },
  ...{ lastMessage: null, request: false, blocked: false, muted: false, unread: 0 },
  ...changes,
})

const message = (senderId: string, text: string): Message => ({
  ...{ _id: `of ${senderId}`, senderId, receiverId: DEVELOPER_ID, text, image: '' },
  ...{ createdAt: '2026-01-02T10:00:00.000Z', seq: 1, ...AS_SENT },
})

/** The chat list of a server with these people, who have written one message each. */
function talkedTo(...people: ChatUser[]) {
  const rows = people.map((one) => {
    const { text, senderId, createdAt, seq } = message(one._id, `Hello from ${one._id}`)
    api.on(`GET /messages/${one._id}`, { body: [message(one._id, text)] })
    api.on(`GET /messages/${one._id}/read`, { body: { readUpTo: 0 } })
    const lastMessage = { text, senderId, createdAt, seq, hasImage: false, isRemoved: false }
    return { ...one, lastMessage }
  })
  api.on('GET /messages/users', ({ query }) => ({
    body: rows.filter(({ left = false }) => left === (query.get('left') === 'true')),
  }))
}

const main = async () => within(await screen.findByRole('main'))

describe('the page of conversations', { tags: 'FLOW-08' }, () => {
  test('has the list beside one conversation, each at its address, and no panel', async () => {
    talkedTo(person('Ben'), person('Eva'))
    const { path, router } = renderApp('/messages')
    const page = await main()
    expect(await page.findByText('Choose a conversation')).toBeVisible()
    const ben = await page.findByRole('link', { name: /^Ben Paz/ })
    expect(ben).not.toHaveAttribute('aria-current')
    await user.click(ben)
    await waitFor(() => expect(path()).toBe('/messages/Ben'))
    const messages = within(await page.findByRole('region', { name: 'Messages with Ben Paz' }))
    expect(messages.getByText('Hello from Ben')).toBeVisible()
    expect(page.getByRole('textbox', { name: 'Message to Ben' })).toHaveFocus()
    expect(page.getByRole('link', { name: /^Ben Paz.*Hello/ })).toHaveAttribute('aria-current', 'page')
    expect(document.title).toContain('Messages with Ben Paz')

    const back = () => user.click(page.getByRole('button', { name: 'Back to all conversations' }))
    await back()
    await waitFor(() => expect([path(), router.state.historyAction]).toEqual(['/messages', 'POP']))
    expect(await screen.findByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages')
    await api.settled()
    expect(screen.queryByTitle('Open chat')).toBeNull()
    openChat.with(person('Eva'))
    await waitFor(() => expect(path()).toBe('/messages/Eva'))
    expect(await page.findByRole('region', { name: 'Messages with Eva Paz' })).toBeVisible()
    await api.settled()
    expect(screen.queryByRole('dialog')).toBeNull()
    await back()
    await waitFor(() => expect([path(), router.state.historyAction]).toEqual(['/messages', 'REPLACE']))
  })

  test('does not ask to choose a conversation where there is none', { tags: 'FLOW-08' }, async () => {
    talkedTo()
    renderApp('/messages')
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeVisible()
    await api.settled()
    expect(screen.queryByText('Choose a conversation')).toBeNull()
  })

  test('opens by its address for a person without messages, and reports an unknown person', async () => {
    talkedTo(person('Ben'))
    api.on('GET /messages/stranger', { body: [] })
    api.on('GET /messages/users', ({ query }) => ({
      body: query.get('userId') === 'stranger' ? [person('stranger', { name: 'Sol' })] : [],
    }))
    const { router } = renderApp('/messages/stranger')
    const page = await main()
    expect(await page.findByText('This is the beginning of your conversation with Sol.')).toBeVisible()
    void router.navigate('/messages/nobody')
    expect(await page.findByRole('alert')).toHaveTextContent('There is nobody here to write to.')
    await api.settled()
    expect(page.queryByRole('textbox')).toBeNull()
  })

  test('shows a found message once, and no conversation behind the search that would count as read', {
    tags: 'TALK-06',
  }, async () => {
    talkedTo(person('Ben'), person('Eva'))
    const found = { ...message('Ben', 'Hello from Ben'), person: person('Ben') }
    api.on('GET /messages/search', { body: [found], headers: { 'x-total-count': '1' } })
    const { path } = renderApp('/messages/Eva')
    const page = await main()
    const isFound = () =>
      waitFor(() => expect(document.activeElement).toHaveAttribute('data-message', 'of Ben'))
    const search = async () => {
      await user.click(await page.findByTitle('Search messages'))
      await user.type(await page.findByRole('searchbox'), 'hello')
      expect(page.queryByRole('region', { name: /^Messages with/ })).toBeNull()
      await user.click(await page.findByRole('button', { name: /Ben Paz/ }))
      await isFound()
    }
    await search()
    expect(path()).toBe('/messages/Ben')
    await search()
    await user.click(page.getByRole('link', { name: /^Eva Paz/ }))
    await page.findByRole('region', { name: 'Messages with Eva Paz' })
    await user.click(page.getByRole('link', { name: /^Ben Paz/ }))
    expect(await page.findByRole('textbox', { name: 'Message to Ben' })).toHaveFocus()
  })

  test('uploads a PDF and sends it with its name; a larger one is refused before', async () => {
    talkedTo(person('Ben'))
    api.on('POST /upload-message-file', { status: 201, body: { secure_urls: ['/files/plan.pdf'] } })
    const file = { name: 'Plan.pdf', bytes: 5, url: '/files/plan.pdf' }
    api.on('POST /messages/send/Ben', {
      status: 201,
      body: { ...message(DEVELOPER_ID, ''), _id: 'sent', receiverId: 'Ben', seq: 2, file },
    })
    renderApp('/messages/Ben')
    const page = await main()
    // The list shows its beginning, too.
    await within(await page.findByRole('region', { name: 'Messages with Ben Paz' })).findByText(
      'Hello from Ben',
    )
    const input = document.querySelector('main input[type=file]') as HTMLInputElement
    const large = new File(['%PDF-'], 'Big.pdf', { type: 'application/pdf' })
    Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 })
    await user.upload(input, large)
    expect(await page.findByText('The PDF must be 5 MB or smaller.')).toBeVisible()

    await user.upload(input, new File(['%PDF-'], 'Plan.pdf', { type: 'application/pdf' }))
    expect(await page.findByTitle('Remove the file')).toBeVisible()
    await user.click(page.getByTitle('Send'))
    await waitFor(() =>
      expect(api.callsOf('POST /messages/send/Ben')[0]?.body).toMatchObject({
        text: '',
        file: { name: file.name, url: file.url },
      }),
    )
    // Once stored, it replaces the outgoing bubble.
    await waitFor(() => expect(page.getByText('PDF · 1 kB').closest('a')).toHaveAttribute('href', file.url))
    // The small one only.
    expect(api.callsOf('POST /upload-message-file')).toHaveLength(1)
  })

  test('shows that a person has left, keeps the history, and offers nothing to send', async () => {
    talkedTo(person('Ben'), person('Gil', { left: true }))
    const file = { name: 'Plan.pdf', bytes: 5, url: '/files/plan.pdf' }
    const sent = { ...message('Gil', 'Hello from Gil'), image: '/files/harbour.webp', file }
    const own = { ...message(DEVELOPER_ID, 'Mine'), _id: 'own', receiverId: 'Gil', seq: 2 }
    api.on('GET /messages/Gil', { body: [sent, { ...own, file: { ...file, url: '/files/own.pdf' } }] })
    renderApp('/messages')
    const page = await main()
    await user.click(await page.findByRole('link', { name: /^Gil Paz/ }))
    expect(await page.findByText(/^Gil has left\. You can still read/)).toBeVisible()
    expect(
      within(page.getByRole('region', { name: 'Messages with Gil Paz' })).getByText('Hello from Gil'),
    ).toBeVisible()
    await api.settled()
    expect(page.queryByRole('textbox')).toBeNull()
    expect(page.queryByRole('button', { name: 'More about this conversation' })).toBeNull()

    // Their messages are erased, own ones are not.
    const history = within(page.getByRole('region', { name: 'Messages with Gil Paz' }))
    expect(history.getByText('The file is no longer available.')).toBeVisible()
    expect(history.getByText('The image is no longer available.')).toBeVisible()
    expect(history.queryByRole('img')).toBeNull()
    expect(history.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/files/own.pdf'])

    // Without a message it need not stay in the list.
    act(() => socket?.receive('hello', { last: 1, unread: {}, bell: 0, requests: ['Gil'] }))
    api.on('PUT /messages/Gil/request', { body: { _id: 'Gil', request: false } })
    await user.click(await page.findByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(api.callsOf('PUT /messages/Gil/request')[0]?.body).toEqual({ accept: false }))
  })
})

test('a request has a badge of its own, and covers its picture and file until it is accepted', {
  tags: ['TALK-01'],
}, async () => {
  talkedTo(...['Ben', 'Eva', 'Leo'].map((name) => person(name)))
  const image = 'https://pictures.example/harbour.png'
  const file = { name: 'Plan.pdf', bytes: 5, url: '/files/plan.pdf' }
  api.on('GET /messages/Eva', { body: [{ ...message('Eva', 'Look at this'), image, file }] })
  renderApp('/messages')
  const page = await main()
  await waitFor(() => expect(socket).toBeDefined())
  const counts = { last: 1, unread: { Ben: 2, Eva: 3, Leo: 4 }, bell: 0, requests: ['Eva'], muted: ['Leo'] }
  act(() => socket?.receive('hello', counts))
  const badges = async () => (await screen.findByRole('link', { name: /^Messages/ })).textContent
  // Two messages and one person: neither requests nor muted conversations count as unread.
  await waitFor(async () => expect(await badges()).toMatch(/22 unread messages11 message request$/))
  expect(document.title).toMatch(/^\(2\)/)

  const row = () => page.queryByRole('link', { name: /^Eva Paz/ })
  const requests = await page.findByRole('button', { name: /^Requests/ })
  expect(row()).toBeNull()
  await user.click(requests)
  await user.click(row() ?? requests)
  const messages = within(await page.findByRole('region', { name: 'Messages with Eva Paz' }))
  expect(await messages.findByText('The image is shown once you accept.')).toBeVisible()
  expect(messages.getByText('The file can be opened once you accept.')).toBeVisible()
  expect([messages.queryByRole('img'), messages.queryByRole('link')]).toEqual([null, null])

  api.on('PUT /messages/Eva/request', { body: { _id: 'Eva', request: false } })
  await user.click(page.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(api.callsOf('PUT /messages/Eva/request')[0]?.body).toEqual({ accept: true }))
  const accepted = { inboxSeq: 2, _id: 'Eva', request: false, muted: false, blocked: false }
  act(() => socket?.receive('conversationChanged', accepted))
  expect(await messages.findByRole('img')).toHaveAttribute('src', image)
  expect(messages.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([image, file.url])
  expect(page.queryByRole('button', { name: /^Requests/ })).toBeNull()
  expect(await badges()).not.toContain('request')
})
