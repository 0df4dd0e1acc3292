import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { WARNINGS } from '#contract/warnings.ts'
import SafetyPage from '../legal/SafetyPage.tsx'
import { WarningNote } from './WarningNote.tsx'

test('a note names its sign of a scam and leads to the page of signs', { tags: ['TRUST-03'] }, () => {
  render(
    <MemoryRouter>
      {WARNINGS.map((warning) => (
        <WarningNote key={warning} warning={warning} />
      ))}
    </MemoryRouter>,
  )
  const notes = screen.getAllByRole('note').map(({ textContent }) => textContent)
  expect(new Set(notes).size).toBe(WARNINGS.length)
  for (const link of screen.getAllByRole('link', { name: 'How to recognise a scam' }))
    expect(link).toHaveAttribute('href', '/about/safety')
})

test('that page names the signs, and what to do about one', { tags: ['TRUST-04'] }, () => {
  render(<SafetyPage />, { wrapper: MemoryRouter })
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringContaining('asked for money'),
    expect.stringContaining('run a repository'),
    expect.stringContaining('wallet, a private key'),
    expect.stringMatching(/^They want identity documents/),
    expect.stringContaining('another messenger'),
    expect.stringMatching(/website or its mail differs by a letter.* the host that it really leads to/),
    expect.stringMatching(/^Report the message/),
    expect.stringMatching(/^Block the person/),
    expect.stringMatching(/^Ask the company/),
    expect.stringMatching(/^If you have already sent money/),
  ])
  for (const word of ['“Verified”', '“Not verified”'])
    expect(screen.getByText(new RegExp(word))).toBeVisible()
})
