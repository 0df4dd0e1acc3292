import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { allChannels, type NotificationSettings } from '#contract/notification-settings.ts'
import type { Notification } from '#contract/notifications.ts'
import { auth } from '../lib/auth.ts'
import type { ConnectionHandler } from '../lib/realtime-connection.ts'
import { apiServer } from '../test/api-server.ts'
import { DEVELOPER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'
import { signedIn } from '../test/signed-in.ts'

const api = apiServer()
let socket: ConnectionHandler | undefined

vi.mock('../lib/socket.ts', () => ({
  openSocket: (_: string, handler: ConnectionHandler) => {
    socket = handler
    return { emit: () => undefined, close: () => undefined }
  },
}))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  socket = undefined
  localStorage.clear()
})

function like(name: string, changes: Partial<Notification> = {}): Notification {
  const sender = { _id: name, name, surname: 'Paz', avatar: '' }
  return {
    _id: `like-${name}`,
    type: 2,
    senderId: name,
    senderName: `${name} Paz`,
    receiverId: DEVELOPER_ID,
    receiverName: 'Ana García',
    createdAt: new Date().toISOString(),
    projectId: 'map',
    user: sender,
    data: { title: 'Map', name: `${name} Paz` },
    text: `${name} Paz ha dado like a tu Proyecto`,
    path: '/projects/map',
    readAt: null,
    ...changes,
  }
}

const listed = (items: Notification[], total = items.length) => ({
  body: items,
  headers: { 'x-total-count': String(total) },
})
const main = async () => within(await screen.findByRole('main'))

describe('the page of notifications', { tags: 'NTFY-02' }, () => {
  const LIST = 'GET /notifications'
  const READ = 'PUT /notifications/read'
  const DECISION = like('x', {
    _id: 'decision',
    type: 4,
    senderId: null,
    data: {},
    text: 'You are hired',
    path: null,
    createdAt: '2026-01-02T10:00:00.000Z',
  })

  test('groups by day and subject; opening a line marks its notifications as read', async () => {
    signedIn(api, 'developer')
    const read = like('Cleo', { readAt: new Date().toISOString() })
    api.on(LIST, listed([like('Ben'), like('Dan'), read, DECISION]))
    api.on(READ, { body: { unread: 1 } })
    const { path } = renderApp('/notifications')
    const page = await main()
    const link = await page.findByRole('link', { name: 'Unread: 3 people liked “Map”' })
    expect(page.getByText(/Ben Paz, Dan Paz, Cleo Paz/)).toBeVisible()
    expect(page.getAllByRole('heading', { level: 2 }).map((day) => day.textContent)).toEqual([
      'Today',
      '02/01/2026',
    ])
    expect(page.queryByRole('link', { name: /You are hired/ })).toBeNull()
    await user.click(link)
    await waitFor(() => expect(path()).toBe('/projects/map'))
    await waitFor(() =>
      expect(api.callsOf(READ).map(({ body }) => body)).toEqual([{ ids: ['like-Ben', 'like-Dan'] }]),
    )
  })

  test('applicants of one offer share a line that opens the board; a single one opens its card', async () => {
    signedIn(api, 'recruiter')
    const applied = (name: string, offer: string) =>
      like(name, {
        _id: name,
        type: 5,
        text: `${name} Paz applied for ${offer}`,
        data: { position: offer },
        path: `/private-rec/dashboard/${offer}?application=${name}`,
      })
    api.on(LIST, listed([applied('Ben', 'Keeper'), applied('Dan', 'Keeper'), applied('Eva', 'Guide')]))
    renderApp('/notifications')
    const page = await main()
    const hrefOf = async (name: RegExp) => (await page.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf(/^Unread: 2 people/)).toBe('/private-rec/dashboard/Keeper')
    expect(await hrefOf(/^Unread: Eva Paz/)).toBe('/private-rec/dashboard/Guide?application=Eva')
  })

  test('page and bell link to offers similar to the one without an answer', { tags: 'APPL-09' }, async () => {
    signedIn(api, 'developer')
    const similar = [{ offerId: 'other', position: 'Guide', company: 'Puerto' }]
    const unanswered = {
      ...DECISION,
      type: 7,
      text: 'No answer yet',
      path: '/applications/1',
      data: { similar },
    }
    api.on(LIST, listed([unanswered]))
    renderApp('/notifications')
    expect(await (await main()).findByRole('link', { name: 'Guide at Puerto' })).toHaveAttribute(
      'href',
      '/offers/other',
    )
    await waitFor(() => expect(socket).toBeDefined())
    socket?.setState('connected')
    socket?.receive('hello', { last: 0, unread: {}, bell: 0 })
    socket?.receive('getNotification', { ...unanswered, inboxSeq: 1 })
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    const bell = within(await screen.findByRole('dialog'))
    expect(bell.getByRole('link', { name: /^No answer yet/ })).toHaveAttribute('href', '/applications/1')
    expect(bell.getByRole('link', { name: 'Guide at Puerto' })).toHaveAttribute('href', '/offers/other')
  })

  test('marks all as read, and rolls back on a failure', async () => {
    signedIn(api, 'developer')
    api.on(LIST, listed([like('Ben'), DECISION]))
    let refuse: () => void = () => undefined
    api.on(READ, () => new Promise((resolve) => (refuse = () => resolve({ status: 500, body: {} }))))
    renderApp('/notifications')
    const page = await main()
    await page.findByText('You are hired')
    expect(page.getAllByRole('button', { name: /^Mark as read/ })).toHaveLength(2)
    await user.click(page.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(page.queryByText('Unread:')).toBeNull())
    await waitFor(() => expect(api.callsOf(READ)[0]?.body).toEqual({ upTo: 'like-Ben' }))
    refuse()
    expect(await page.findByRole('alert')).toBeVisible()
    expect(page.getAllByText('Unread:')).toHaveLength(2)
  })

  test('filters the unread, and shows a text when there are none', async () => {
    signedIn(api, 'developer')
    api.on(LIST, ({ query }) =>
      query.get('unread') === 'true'
        ? listed([])
        : listed([like('Ben', { readAt: '2026-01-02T10:00:00.000Z' })]),
    )
    const { path } = renderApp('/notifications')
    const page = await main()
    await page.findByRole('link', { name: /^Ben Paz/ })
    expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
    await user.click(page.getByRole('tab', { name: 'Unread' }))
    expect(await page.findByText("You're all caught up")).toBeVisible()
    expect(path()).toBe('/notifications?unread=true')
  })

  test('loads older ones, and keeps the list if that fails', async () => {
    signedIn(api, 'developer')
    let isDown = true
    api.on(LIST, ({ query }) => {
      if (query.get('page') === '1') return listed([like('Ben')], 41)
      return isDown
        ? { status: 400, body: { error: true, message: 'No', code: 'X' } }
        : listed([DECISION], 41)
    })
    renderApp('/notifications')
    const page = await main()
    await user.click(await page.findByRole('button', { name: 'Older' }))
    expect(await page.findByRole('alert')).toBeVisible()
    expect(page.getByRole('link', { name: /Ben Paz/ })).toBeVisible()
    isDown = false
    await user.click(page.getByRole('button', { name: 'Older' }))
    expect(await page.findByText('You are hired')).toBeVisible()
    expect(page.queryByRole('button', { name: 'Older' })).toBeNull()
  })

  test('refetches the list when one arrives, or is read on another device', async () => {
    signedIn(api, 'developer')
    api.on(LIST, listed([like('Ben')]))
    renderApp('/notifications')
    const page = await main()
    await page.findByRole('link', { name: /^Unread: Ben Paz/ })
    await waitFor(() => expect(socket).toBeDefined())
    socket?.setState('connected')
    socket?.receive('hello', { last: 1, unread: {}, bell: 1 })

    api.on(LIST, listed([like('Dan'), like('Ben')]))
    socket?.receive('getNotification', { ...like('Dan'), inboxSeq: 2 })
    expect(await page.findByRole('link', { name: 'Unread: 2 people liked “Map”' })).toBeVisible()

    const readAt = new Date().toISOString()
    api.on(LIST, listed([like('Dan', { readAt }), like('Ben', { readAt })]))
    socket?.receive('cleared', { scope: 'bell', upTo: 2, unread: 0, inboxSeq: 3 })
    expect(await page.findByRole('link', { name: '2 people liked “Map”' })).toBeVisible()
  })

  test('an empty list explains what appears here; a failed one can be retried', async () => {
    signedIn(api, 'recruiter')
    api.goOffline()
    renderApp('/notifications')
    api.goOnline()
    const page = await main()
    api.on(LIST, { status: 400, body: { error: true, message: 'No', code: 'X' } })
    const retry = await page.findByRole('button', { name: 'Try again' })
    api.on(LIST, listed([]))
    await user.click(retry)
    expect(await page.findByText('New applications and news of your offers appear here.')).toBeVisible()
  })
})

describe('the settings of notifications', { tags: 'NTFY-03' }, () => {
  const GET = 'GET /settings/notifications'
  const PUT = 'PUT /settings/notifications'
  const stored: NotificationSettings = { kinds: allChannels({}), quiet: null }

  test.each([
    ['developer', ['Messages', 'Likes', 'Your applications'], 'New applications'],
    ['recruiter', ['Messages', 'New applications', 'Reminders'], 'Likes'],
  ] as const)('a %s sees only the kinds of that role', async (role, own, foreign) => {
    signedIn(api, role)
    api.on(GET, { body: stored })
    renderApp('/settings/notifications')
    const page = await main()
    for (const name of own) expect(await page.findByRole('heading', { name })).toBeVisible()
    expect(page.queryByRole('heading', { name: foreign })).toBeNull()
  })

  test('a channel can be changed separately', async () => {
    signedIn(api, 'developer')
    api.on(GET, { body: stored })
    const kinds = allChannels({ 2: { mail: 'daily' } })
    api.on(PUT, { body: { ...stored, kinds } })
    renderApp('/settings/notifications')
    const mail = await (await main()).findByRole('combobox', { name: 'Email: Likes' })
    await user.selectOptions(mail, 'Email every day')
    await waitFor(() => expect(mail).toHaveValue('daily'))
    expect(api.callsOf(PUT)[0]?.body).toEqual({ kinds: { 2: { mail: 'daily' } } })
  })

  test('quiet hours have their own times and time zone; a refusal keeps the input', async () => {
    signedIn(api, 'developer')
    api.on(GET, { body: { ...stored, quiet: { from: '22:00', to: '07:00', zone: 'Europe/Madrid' } } })
    api.on(PUT, { status: 500 })
    renderApp('/settings/notifications')
    const page = await main()
    const to = await page.findByLabelText(/^To/)
    await user.clear(to)
    await user.type(to, '22:00')
    await user.click(page.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(to).toHaveAccessibleDescription('Choose a time other than the start.'))
    await api.settled()
    expect(api.callsOf(PUT)).toEqual([])

    await user.clear(to)
    await user.type(to, '08:30')
    await user.selectOptions(page.getByLabelText(/^Time zone/), 'America/Lima')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(await page.findByRole('alert')).toBeVisible()
    expect(to).toHaveValue('08:30')
    const quiet = { from: '22:00', to: '08:30', zone: 'America/Lima' }
    api.on(PUT, { body: { ...stored, quiet } })
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(await page.findByText('Saved')).toBeVisible()
    expect(api.callsOf(PUT).at(-1)?.body).toEqual({ quiet })

    api.on(PUT, { body: stored })
    await user.click(page.getByRole('switch', { name: /^Quiet hours/ }))
    await waitFor(() => expect(page.queryByLabelText(/^To/)).toBeNull())
    expect(api.callsOf(PUT).at(-1)?.body).toEqual({ quiet: null })
  })
})

test('the link of a digest names the kinds that it turns off, and does so by its button only', {
  tags: 'NTFY-06',
}, async () => {
  const turnOff = 'POST /unsubscribe'
  api.on(turnOff, {
    body: { message: 'You get no more emails about: Likes, Interviews.', type: 2, types: [2, 9] },
  })
  renderApp('/unsubscribe/1.2-9.x')
  const page = await main()
  expect(
    await page.findByText(/no more emails about: Likes, Interviews\. Nothing changes until/),
  ).toBeVisible()
  await api.settled()
  expect(api.callsOf(turnOff)).toEqual([])
  await user.click(page.getByRole('button', { name: 'Turn off these emails' }))
  expect(await page.findByRole('status')).toHaveTextContent(
    'You get no more emails about: Likes, Interviews.',
  )
  expect(api.callsOf(turnOff).map(({ body }) => body)).toEqual([{ token: '1.2-9.x' }])
})
