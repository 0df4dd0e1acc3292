import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer } from '../test/offers.ts'
import { buildUser, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'
import { signedIn } from '../test/signed-in.ts'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
const user = userEvent.setup()
const NO_OFFERS = { draft: 0, published: 0, paused: 0, closed: 0, expired: 0 }
const failure = { status: 500, body: { error: true, message: 'Nothing of this is shown', code: 'INTERNAL' } }

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /offers/allskills', { body: [{ name: 'Go' }] })
})

describe('the recruiter page', () => {
  const recruiter = buildUser('recruiter')

  function openOwnPage(offers: unknown[] = []) {
    signedIn(api, 'recruiter')
    api.on(`GET /recruiters/${RECRUITER_ID}`, { body: recruiter })
    api.on('GET /offers/mine', { body: offers })
    api.on('GET /offers/mine/counts', { body: NO_OFFERS })
    api.on(`GET /offers/stats/${RECRUITER_ID}`, failure)
    return renderApp(`/recruiter/${RECRUITER_ID}`)
  }

  async function openEditor() {
    openOwnPage()
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    return within(await screen.findByRole('dialog', { name: 'Edit Recruiter Profile' }))
  }

  test('cannot be saved while the picture is uploading or refused', {
    tags: ['VAL-38', 'VAL-39', 'VAL-41'],
  }, async () => {
    const dialog = await openEditor()
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save).toBeEnabled()
    let response: (value: object) => void = () => undefined
    api.on('POST /upload', () => new Promise((resolve) => (response = resolve)))
    const input = document.querySelector('[role=dialog] input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['x'], 'me.png', { type: 'image/png' }))
    expect(save).toBeDisabled()
    await waitFor(() => expect(api.callsOf('POST /upload')).toHaveLength(1))
    response({ status: 500 })
    expect(await dialog.findByText('Error uploading the image.')).toBeVisible()
    expect(save).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: /^Remove/ }))
    expect(save).toBeEnabled()
  })

  test('is saved once, however often Save is pressed; About Me has 500 characters', {
    tags: ['VAL-37', 'VAL-38'],
  }, async () => {
    const dialog = await openEditor()
    await user.type(dialog.getByLabelText(/^Website/), 'acueducto.example')
    await user.type(dialog.getByLabelText(/^Contact email/), 'jobs@acueducto.example')
    await user.type(dialog.getByLabelText(/^Contact phone/), '+34 921000000')
    await user.click(dialog.getByLabelText('About Me'))
    await user.paste('x'.repeat(501))
    const save = dialog.getByRole('button', { name: 'Save' })
    await user.click(save)
    const tooLong = await dialog.findByText('Máximo 500 caracteres')
    expect(tooLong).toBeVisible()
    expect(tooLong).toHaveAttribute('lang', 'es')
    await api.settled()
    expect(api.callsOf('PUT /recruiters/profile')).toEqual([])
    await user.clear(dialog.getByLabelText('About Me'))
    api.on('PUT /recruiters/profile', () => new Promise(() => undefined))
    await user.dblClick(save)
    await api.settled()
    expect(api.callsOf('PUT /recruiters/profile')).toHaveLength(1)
    expect(save).toHaveAttribute('aria-disabled', 'true')
  })

  test('requests four offers, and shows a hint to the owner without any', {
    tags: ['REC-08', 'CONST-06', 'ERR-34'],
  }, async () => {
    const { queryClient } = openOwnPage()
    queryClient.setDefaultOptions({ queries: { retry: false } })
    const text = "You don't have any job offers yet. Create one now and start receiving applications!"
    expect(await screen.findByText(text)).toBeVisible()
    expect(api.callsOf('GET /offers/mine')[0]?.query.get('limit')).toBe('4')
    expect(await screen.findByText('Error getting stats')).toBeVisible()
  })

  test('shows its owner every state, with tabs and their numbers', { tags: 'LIFE-11' }, async () => {
    const { language: _, ...draft } = buildOffer({ state: 'draft', publishedAt: null })
    openOwnPage([draft])
    api.on('GET /offers/mine/counts', { body: { ...NO_OFFERS, draft: 1, closed: 12 } })
    const tabs = within(await screen.findByRole('tablist', { name: 'States of your offers' }))
    expect(await tabs.findByRole('tab', { name: /^All\W*13/ })).toHaveAttribute('aria-selected', 'true')
    const card = within(await screen.findByRole('article'))
    expect(card.getByText('Draft')).toBeVisible()
    expect(card.queryByText(/^Posted /)).toBeNull()
    api.on('GET /offers/mine', { body: [] })
    await user.click(tabs.getByRole('tab', { name: /^Closed\W*12/ }))
    expect(await screen.findByText('None of your offers is in this state')).toBeVisible()
    await api.settled()
    expect(api.callsOf('GET /offers/mine').at(-1)?.query.get('state')).toBe('closed')
    expect(api.callsOf(`GET /offers/profile/${RECRUITER_ID}`)).toEqual([])
  })

  test('shows visitors another text without offers', { tags: 'REC-08' }, async () => {
    api.on(`GET /recruiters/${RECRUITER_ID}`, { body: recruiter })
    api.on(`GET /offers/profile/${RECRUITER_ID}`, { body: [] })
    renderApp(`/recruiter/${RECRUITER_ID}`)
    expect(await screen.findByText('No hay ofertas disponibles')).toBeVisible()
    await api.settled()
    expect(screen.queryByRole('button', { name: '+ Create new offer' })).toBeNull()
    expect(screen.queryByText(/^Total data since/)).toBeNull()
  })

  test('an edit that fails stays open; one that succeeds refreshes and closes', {
    tags: ['REC-09', 'ERR-38'],
  }, async () => {
    const dialog = await openEditor()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Website is required')).toBeVisible()
    expect(dialog.getByText('Invalid email format')).toBeVisible()
    expect(dialog.getByText('Invalid phone number')).toBeVisible()

    await user.type(dialog.getByLabelText(/^Website/), 'acueducto.example')
    await user.type(dialog.getByLabelText(/^Contact email/), 'jobs@acueducto.example')
    await user.type(dialog.getByLabelText(/^Contact phone/), '+34 921000000')
    await user.type(dialog.getByLabelText('About Me'), 'We carry water.')
    api.on('PUT /recruiters/profile', failure)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Error editing the recProfile')).toBeVisible()

    const changed = { ...recruiter, description: 'We carry water.' }
    api.on('PUT /recruiters/profile', { body: { message: 'Profile updated', recruiter: changed } })
    api.on(`GET /recruiters/${RECRUITER_ID}`, { body: changed })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('We carry water.')).toBeVisible()
    expect(api.callsOf('PUT /recruiters/profile').at(-1)?.body).toMatchObject({
      description: 'We carry water.',
      role: { recruiter: { website: 'https://acueducto.example', contactEmail: 'jobs@acueducto.example' } },
    })
  })
})
