import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '#contract/offers.ts'
import { auth } from '../lib/auth.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer, EMPTY_OFFER_REQUEST, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser } from '../test/people.ts'
import OfferForm from './OfferForm.tsx'

const api = apiServer()
const user = userEvent.setup()

beforeEach(() => {
  sessionStorage.clear()
  auth.signIn(buildToken('recruiter'))
  auth.setProfile(buildUser('recruiter'))
  api.on('GET /offers/technology', { body: [] })
})

async function open(offer?: Offer) {
  const onOpenChange = vi.fn()
  const common = { open: true, onOpenChange }
  const element = offer ? (
    <OfferForm mode="edit" offer={offer} {...common} />
  ) : (
    <OfferForm mode="crear" {...common} />
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  const dialog = within(await screen.findByRole('dialog'))
  return { dialog, onOpenChange }
}

test('sends the input, and no salary for one that is not a number', {
  tags: ['OFF-21', 'VAL-57', 'VAL-59', 'DATA-24'],
}, async () => {
  const { dialog, onOpenChange } = await open()
  expect(dialog.getByRole('heading', { name: 'Post a Job Offer' })).toBeVisible()
  expect(dialog.getByLabelText('Company')).toHaveValue('Acueducto')
  expect(
    dialog.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(['Full-time', 'Part-time', 'Freelance', 'Temporary', 'Internship'])
  await user.type(dialog.getByLabelText('Position'), 'Keeper')
  await user.click(dialog.getByLabelText('Internship'))
  await user.click(dialog.getByLabelText('Freelance'))
  await user.type(dialog.getByLabelText('Salary'), 'a lot')
  expect(dialog.getByText('Not a number: no salary will be shown.')).toBeVisible()
  api.on('POST /offers', { status: 201, body: buildOffer() })
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  expect(api.callsOf('POST /offers')[0]?.body).toEqual({
    ...EMPTY_OFFER_REQUEST,
    position: 'Keeper',
    company: 'Acueducto',
    contractType: ['Freelance', 'Internship'],
  })
})

test('a failure shows the quoted text and keeps the input', { tags: ['ERR-33', 'ERR-43'] }, async () => {
  const { dialog, onOpenChange } = await open()
  await user.type(dialog.getByLabelText('Position'), 'Keeper')
  api.on('POST /offers', { status: 500, body: { error: true, message: 'Oops', code: 'INTERNAL' } })
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  expect(await dialog.findByText('Hubo un error al crear la oferta.')).toBeVisible()
  expect(dialog.getByText('Error created offers')).toBeVisible()
  expect(dialog.getByLabelText('Position')).toHaveValue('Keeper')
  expect(onOpenChange).not.toHaveBeenCalled()
})

test.each([
  [409, 'LIMIT_REACHED', 'You have reached the limit of 5000 offers.'],
  [429, 'RATE_LIMITED', 'You have reached the limit of 500 offers a day. Please try again tomorrow.'],
])('a reached limit (%i) is shown in the form, which keeps the input', async (status, code, message) => {
  const { dialog, onOpenChange } = await open()
  await user.type(dialog.getByLabelText('Position'), 'Keeper')
  api.on('POST /offers', { status, body: { error: true, message, code } })
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  expect(await dialog.findByText(message)).toBeVisible()
  expect(dialog.getByLabelText('Position')).toHaveValue('Keeper')
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('an edit starts with the stored values, and shows a failure', { tags: 'ERR-42' }, async () => {
  const { dialog } = await open(buildOffer())
  expect(dialog.getByLabelText('Salary')).toHaveValue('30000')
  expect(dialog.getByLabelText('Full-time')).toBeChecked()
  api.on(`PUT /offers/${OFFER_ID}`, { status: 500, body: {} })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText('Hubo un error al actualizar la oferta.')).toBeVisible()
})

test('an offer without an id is not sent, only logged', { tags: 'ERR-44' }, async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { dialog, onOpenChange } = await open(buildOffer({ _id: '' }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(log).toHaveBeenCalledWith('An offer without an id cannot be updated'))
  expect(api.calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
  expect(onOpenChange).not.toHaveBeenCalled()
  log.mockRestore()
})

test('the tenth skill hides the input', { tags: ['VAL-55', 'VAL-56'] }, async () => {
  const { dialog } = await open(buildOffer({ skills: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] }))
  await user.type(dialog.getByRole('combobox', { name: 'Skills' }), '9,')
  expect(dialog.getByRole('combobox', { name: 'Skills' })).toBeVisible()
  await user.type(dialog.getByRole('combobox', { name: 'Skills' }), '10{Enter}')
  expect(dialog.queryByRole('combobox', { name: 'Skills' })).toBeNull()
})

test('the input is restored when the form is opened again', async () => {
  const { dialog } = await open()
  await user.type(dialog.getByLabelText('Position'), 'Keeper of the aqueduct')
  cleanup()
  const again = await open()
  await waitFor(() => expect(again.dialog.getByLabelText('Position')).toHaveValue('Keeper of the aqueduct'))
  await user.click(again.dialog.getByRole('button', { name: 'Discard' }))
  expect(again.dialog.getByLabelText('Position')).toHaveValue('')
})
