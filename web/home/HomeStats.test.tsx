import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { apiServer } from '../test/api-server.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

test('a count that cannot be read is shown as +0, the others are unaffected (decision 39)', {
  tags: 'HOME-14',
}, async () => {
  api.on('GET /devs', { body: [], headers: { 'X-Total-Count': '7' } })
  api.on('GET /recruiters', { status: 500, body: { error: true, message: 'x', code: 'INTERNAL' } })
  api.on('GET /offers', { status: 500, body: { error: true, message: 'x', code: 'INTERNAL' } })
  api.on('GET /projects', { body: [], headers: { 'X-Total-Count': '0' } })
  renderApp('/')
  const numbers = await screen.findByRole('region', { name: 'Puente in numbers' })
  expect(await within(numbers).findByText('+700', { selector: '.sr-only' })).toBeInTheDocument()
  expect(within(numbers).getAllByText('+0', { selector: '.sr-only' })).toHaveLength(3)
})
