import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureLocale } from '#contract/locale.ts'
import { auth } from '../lib/auth.ts'
import { followLanguage } from '../lib/follow-language.ts'
import { fullNavigation } from '../lib/full-navigation.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
/** Tests load no documents. */
const opened = vi.spyOn(fullNavigation, 'to').mockReturnValue()
const replaced = vi.spyOn(fullNavigation, 'replace').mockReturnValue()

const standAt = (path: string) => window.history.replaceState(null, '', path)

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
})
afterEach(() => {
  standAt('/')
  vi.clearAllMocks()
  configureLocale(() => 'en-quoted')
})

function signedIn(language: '' | 'en' | 'es' = '') {
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer', { language }) })
}

async function openMenu() {
  await user.click(within(await screen.findByRole('banner')).getByRole('button', { name: 'Language' }))
  return within(await screen.findByRole('menu', { name: 'Language' }))
}

test('switches visitors to the same page in each language', { tags: ['LANG-01'] }, async () => {
  renderApp('/legal/terms?x=1#mail')
  const menu = await openMenu()
  const entries = menu.getAllByRole('menuitem')
  expect(
    entries.map((entry) => [
      entry.textContent,
      ...['href', 'hreflang', 'lang'].map((name) => entry.getAttribute(name)),
    ]),
  ).toEqual([
    ['English', '/en/legal/terms?x=1#mail', 'en', 'en'],
    ['Español', '/es/legal/terms?x=1#mail', 'es', 'es'],
  ])
})

test('stores the choice of a signed-in person, and switches', { tags: ['LANG-01'] }, async () => {
  signedIn()
  standAt('/en/about')
  api.on('PUT /settings/language', {
    body: { message: 'x', user: buildUser('developer', { language: 'es' }) },
  })
  renderApp('/about')
  await waitFor(() => expect(auth.get().status).toBe('signed-in'))
  await user.click((await openMenu()).getByRole('menuitem', { name: 'Español' }))
  await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith('/es/about'))
  expect(api.callsOf('PUT /settings/language').map(({ body }) => body)).toEqual([{ language: 'es' }])
})

test('stays and shows an error when the choice cannot be stored', { tags: ['LANG-01'] }, async () => {
  signedIn()
  standAt('/about')
  api.on('PUT /settings/language', {
    status: 500,
    body: { error: true, code: 'INTERNAL', message: 'Broken' },
  })
  renderApp('/about')
  await waitFor(() => expect(auth.get().status).toBe('signed-in'))
  await user.click((await openMenu()).getByRole('menuitem', { name: 'Español' }))
  await waitFor(() => expect(screen.getByText(/Broken|Error updating/)).toBeVisible())
  expect(opened).not.toHaveBeenCalled()
})

test.each([
  ['es', 'en-quoted', '/offers?page=2#x', '/es/offers?page=2#x'],
  ['es', 'en', '/en/offers', '/es/offers'],
  ['en', 'en-quoted', '/', '/en'],
  ['es', 'es', '/es/offers', undefined],
  ['es', 'es', '/offers', undefined],
  ['', 'es', '/es/offers', undefined],
  // A server of another release, without this call.
  ['es', 'en-quoted', '/es/offers', undefined],
] as const)(
  'who chose %j and opens %s %s is redirected to %s',
  { tags: ['LANG-01'] },
  async (language, locale, path, target) => {
    signedIn(language)
    standAt(path)
    configureLocale(() => locale)
    const { router } = renderApp('/about')
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    onTestFinished(followLanguage(router))
    await api.settled()
    expect(replaced.mock.calls).toEqual(target === undefined ? [] : [[target]])
  },
)
