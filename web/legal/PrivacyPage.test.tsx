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
    retentionDays: { APPLICATIONS: 41, SESSIONS: 42, TICKETS: 43, OUTBOX: 44 },
  })
  render(<PrivacyPage />, { wrapper: MemoryRouter })
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toContainEqual(expect.stringMatching(/phone number and the cover letter .* 41 days/))
  expect(items).toContainEqual(expect.stringMatching(/sign-ins: 42 days/))
  expect(items).toContainEqual(expect.stringMatching(/support: 43 days/))
  expect(items).toContainEqual(expect.stringMatching(/server: 44 days/))
})
