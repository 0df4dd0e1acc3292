import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()
const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  for (const list of ['projects', 'offers']) {
    api.on(`GET /${list}/search`, { body: [], headers: { 'X-Total-Count': '0' } })
  }
})

test('one Escape closes the results, wherever the focus is in them', async () => {
  renderApp('/?in=projects&q=bridge')
  await user.click(await screen.findByRole('button', { name: 'Last week' }))
  expect(screen.getByRole('region', { name: 'Search results' })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Search results' })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Search' })).toHaveFocus()
})

test('a kind chosen before hydration stays selected, and is searched', async () => {
  const app = renderApp('/')
  const kind = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Search in' })
  // Without an event visible to React.
  kind.value = 'offers'
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'bridge{Enter}')
  await waitFor(() => expect(app.path()).toBe('/?in=offers&q=bridge'))
  expect(kind).toHaveValue('offers')
})

test('the text stays while another kind is chosen, and that kind is searched', async () => {
  const app = renderApp('/')
  const box = await screen.findByRole('combobox', { name: 'Search' })
  await user.type(box, 'bridge')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'Offers')
  await waitFor(() => expect(app.path()).toBe('/?in=offers&q='))
  expect(box).toHaveValue('bridge')
  await user.type(box, '{Enter}')
  await waitFor(() => expect(app.path()).toBe('/?in=offers&q=bridge'))
})
