import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { configureProduct, PRODUCT } from '#contract/product.ts'
import PrivacyPage from './PrivacyPage.tsx'

const before = { ...PRODUCT }
afterEach(() => configureProduct(before))

test('the privacy page names the periods that the server enforces', () => {
  configureProduct({
    ...PRODUCT,
    retentionDays: { APPLICATIONS: 41, SESSIONS: 42, TICKETS: 43, OUTBOX: 44, REPORTS: 45, HISTORY: 46 },
  })
  render(<PrivacyPage />, { wrapper: MemoryRouter })
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toContainEqual(expect.stringMatching(/phone number and the cover letter .* 41 days/))
  expect(items).toContainEqual(expect.stringMatching(/sign-ins: 42 days/))
  expect(items).toContainEqual(expect.stringMatching(/support: 43 days/))
  expect(items).toContainEqual(expect.stringMatching(/server: 44 days/))
  expect(items).toContainEqual(expect.stringMatching(/reports .*: 45 days/))
  expect(items).toContainEqual(expect.stringMatching(/application's status: 46 days/))
  expect(screen.getByText(/Your personal data is erased 30 days later/)).toBeVisible()
})

test.each([
  ['the account', /^Your account: name, .*birth date/],
  ['the profile', /^Your profile: picture, .*CV/],
  ['what is published', /^What you publish: projects/],
  ['applications', /^Your applications: phone number, cover letter/],
  ['messages', /^Your chat messages and notifications/],
  ['sessions', /^Where you are signed in: .*no location/],
  ['second factors', /encrypted secret of your authenticator app, your passkeys .*recovery codes/],
  ['requests and blocks', /accepted, declined or muted, whom you have blocked/],
  ['reports', /^What you report to moderators .* five before it and five after it.*never learns your name/],
  [
    'signs of a scam',
    /A program looks for signs of a scam in messages, offers and projects: .*after three conversations/,
  ],
  ['sign-ins elsewhere', /another provider \(GitHub\): the id and email/],
  ['former addresses', /^Your former address .*until their links/],
  ['short addresses', /^Former short addresses/],
  ['proofs of companies', /^If you verify your company: its domain, the date/],
])('the privacy page names the stored data of %s', (_of, line) => {
  configureProduct({ ...PRODUCT, providers: [{ id: 'github', name: 'GitHub' }] })
  render(<PrivacyPage />, { wrapper: MemoryRouter })
  const lines = screen.getAllByRole('listitem').filter(({ textContent }) => line.test(textContent))
  expect(lines).toHaveLength(1)
})
