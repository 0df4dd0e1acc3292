import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
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
  await api.settled()
  expect(api.calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
  expect(onOpenChange).not.toHaveBeenCalled()
  log.mockRestore()
})

test('Enter in a field does not publish', { tags: 'OFF-21' }, async () => {
  const { dialog, onOpenChange } = await open()
  api.on('POST /offers', { status: 201, body: buildOffer() })
  await user.type(dialog.getByLabelText('Position'), 'Keeper{Enter}')
  await user.type(dialog.getByRole('combobox', { name: 'Skills' }), 'Go{Enter}{Enter}')
  expect(dialog.getByText('Go')).toBeVisible()
  // jsdom does not submit on Enter by a button outside of the form.
  for (const field of [
    dialog.getByLabelText('Position'),
    dialog.getByRole('combobox', { name: 'Skills' }),
    dialog.getByLabelText('Salary'),
  ])
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
  await api.settled()
  expect(api.callsOf('POST /offers')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  await api.settled()
  expect(api.callsOf('POST /offers')).toHaveLength(1)
})

test('the closing date of a draft is shown and sent when it was changed', { tags: 'LIFE-02' }, async () => {
  const draft = buildOffer({ state: 'draft', publishedAt: null, closesAt: '2031-03-02T10:00:00.000Z' })
  const { dialog } = await open(draft)
  api.on(`PUT /offers/${OFFER_ID}`, { status: 500, body: {} })
  const save = async () => {
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await dialog.findByText('Hubo un error al actualizar la oferta.')
    return api.callsOf(`PUT /offers/${OFFER_ID}`).at(-1)?.body
  }
  expect(dialog.getByLabelText('Closing date')).toHaveValue('2031-03-02')
  expect(await save()).not.toHaveProperty('closesAt')
  await user.clear(dialog.getByLabelText('Closing date'))
  await user.type(dialog.getByLabelText('Closing date'), '2031-05-06')
  await save()
  await waitFor(() =>
    expect(api.callsOf(`PUT /offers/${OFFER_ID}`).at(-1)?.body).toMatchObject({
      closesAt: new Date('2031-05-06T23:59:59').toISOString(),
    }),
  )
})

test('an amount with cents is kept exactly', { tags: ['PAY-01', 'VAL-59'] }, async () => {
  const { dialog } = await open()
  await user.type(dialog.getByLabelText('Salary'), '50,5')
  expect(dialog.getByText(/^Shown as 50,5\s€$/)).toBeVisible()
  api.on('POST /offers', { status: 201, body: buildOffer() })
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  await waitFor(() =>
    expect(api.callsOf('POST /offers')[0]?.body).toMatchObject({
      pay: { min: 50.5, max: 50.5, currency: 'EUR', period: '' },
    }),
  )
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

test('pay, workplace, countries, years and the closing date are sent', {
  tags: ['PAY-01', 'PAY-03', 'LIFE-02'],
}, async () => {
  const { dialog, onOpenChange } = await open()
  await user.type(dialog.getByLabelText('Salary'), '30.000')
  await user.type(dialog.getByLabelText('Pay up to'), '38.000')
  await user.selectOptions(dialog.getByLabelText('Paid'), 'a year')
  expect(dialog.getByText('Shown as 30.000 – 38.000 € a year')).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Workplace'), 'Remote')
  await user.type(dialog.getByRole('combobox', { name: 'Countries' }), 'spain,pt,')
  expect(dialog.getByText('Portugal')).toBeVisible()
  await user.type(dialog.getByLabelText('Minimum years of experience'), '3')
  await user.type(dialog.getByLabelText('Closing date'), '2031-05-06')
  api.on('POST /offers', { status: 201, body: buildOffer() })
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  const { salary: _, ...rest } = EMPTY_OFFER_REQUEST
  expect(api.callsOf('POST /offers')[0]?.body).toEqual({
    ...rest,
    company: 'Acueducto',
    pay: { min: 30000, max: 38000, currency: 'EUR', period: 'year' },
    workplace: 'remote',
    countries: ['ES', 'PT'],
    minYears: 3,
    closesAt: new Date('2031-05-06T23:59:59').toISOString(),
  })
})

test('a new offer can be saved as a draft, an existing one cannot', { tags: ['LIFE-02'] }, async () => {
  const { dialog, onOpenChange } = await open()
  await user.type(dialog.getByLabelText('Position'), 'Keeper')
  api.on('POST /offers', { status: 500, body: {} })
  await user.click(dialog.getByRole('button', { name: 'Save as draft' }))
  expect(await dialog.findByText('Hubo un error al crear la oferta.')).toBeVisible()
  api.on('POST /offers', { status: 201, body: buildOffer({ state: 'draft', publishedAt: null }) })
  await user.click(dialog.getByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  expect(api.callsOf('POST /offers').map(({ body }) => body)).toEqual([
    expect.objectContaining({ position: 'Keeper', state: 'draft' }),
    expect.objectContaining({ position: 'Keeper', state: 'draft' }),
  ])
  cleanup()
  const edited = await open(buildOffer())
  expect(edited.dialog.queryByRole('button', { name: 'Save as draft' })).toBeNull()
})

test('an edit sends the stored values back', { tags: ['PAY-01', 'PAY-02'] }, async () => {
  const stored = {
    pay: { min: 12.5, max: 18, currency: 'USD', period: 'hour' },
    workplace: 'hybrid',
    countries: ['ES', 'FR'],
    minYears: 0,
  } as const
  const { dialog } = await open(buildOffer({ ...stored, countries: [...stored.countries] }))
  expect(dialog.getByText('Shown as 12,5 – 18 USD an hour')).toBeVisible()
  api.on(`PUT /offers/${OFFER_ID}`, { body: buildOffer() })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.callsOf(`PUT /offers/${OFFER_ID}`)[0]?.body).toMatchObject(stored))
  cleanup()
  // An older offer has a `salary` only.
  const old = await open(buildOffer())
  await user.click(old.dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.callsOf(`PUT /offers/${OFFER_ID}`)).toHaveLength(2))
  expect(api.callsOf(`PUT /offers/${OFFER_ID}`)[1]?.body).toMatchObject({ salary: 30000 })
  expect(api.callsOf(`PUT /offers/${OFFER_ID}`)[1]?.body).not.toHaveProperty('pay')
})

test('invalid input is sent as typed, and the errors appear at their fields', {
  tags: ['PAY-01', 'PAY-03'],
}, async () => {
  const { dialog } = await open()
  await user.type(dialog.getByLabelText('Pay up to'), 'a lot')
  await user.type(dialog.getByLabelText('Minimum years of experience'), 'many')
  await user.type(dialog.getByRole('combobox', { name: 'Countries' }), 'Atlantis,')
  const fields = {
    pay: 'Pay is needed',
    'pay.max': 'No amount',
    minYears: 'No number',
    'countries.0': 'No country',
    closesAt: 'Too early',
  }
  api.on('POST /offers', {
    status: 400,
    body: { error: true, message: 'Refused', code: 'VALIDATION', fields },
  })
  await user.click(dialog.getByRole('button', { name: 'Post offer' }))
  expect(await dialog.findByText('No amount')).toBeVisible()
  expect(dialog.getByLabelText('Salary')).toHaveAccessibleDescription('Pay is needed')
  expect(dialog.getByLabelText('Pay up to')).toHaveAccessibleDescription('No amount')
  expect(dialog.getByLabelText('Minimum years of experience')).toHaveAccessibleDescription('No number')
  expect(dialog.getByRole('combobox', { name: 'Countries' })).toHaveAccessibleDescription('No country')
  expect(dialog.getByLabelText('Closing date')).toHaveAccessibleDescription('Too early')
  expect(api.callsOf('POST /offers')[0]?.body).toMatchObject({
    pay: { max: 'a lot' },
    minYears: 'many',
    countries: ['Atlantis'],
  })
  expect(dialog.getByLabelText('Pay up to')).toHaveValue('a lot')
})
