import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import type { Report } from '#contract/moderation.ts'
import type { DayNumbers } from '#contract/numbers.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { apiServer } from '../test/api-server.ts'
import { RECRUITER_ID } from '../test/people.ts'
import { listResponse } from '../test/portfolio.ts'
import { LogPage } from './LogPage.tsx'
import { NumbersPage } from './NumbersPage.tsx'
import { ReportPage } from './ReportPage.tsx'

const api = apiServer()
const user = userEvent.setup()

const show = (page: ReactNode, path = '/', at = path) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path, element: page }], { initialEntries: [at] })} />
    </QueryClientProvider>,
  )

test('the log shows who did what to what and why, and can be searched', { tags: ['MOD-05'] }, async () => {
  const moderator = { _id: RECRUITER_ID, name: 'Inés Casado' }
  const at = '2026-11-23T10:00:00.000Z'
  const hidden = {
    ...{ _id: '2', at, moderator, act: 'hide', reason: 'Asks for money' },
    thing: { kind: 'offer', _id: 'offer-7' },
  }
  const search = { _id: '1', at, moderator, act: 'read', thing: null, reason: '' }
  api.on('GET /admin/log', ({ query }) =>
    listResponse(query.get('q') === 'money' ? [hidden] : [hidden, search]),
  )
  show(<LogPage />)
  const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(entries()).toEqual([
      expect.stringMatching(/^Hide 23\/11\/2026.*Inés Casado.*offer-7Asks for money$/),
      expect.stringMatching(/^Looked up 23\/11\/2026.*Inés Casado$/),
    ]),
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), ' money {Enter}')
  await waitFor(() => expect(entries()).toEqual([expect.stringContaining('Asks for money')]))
  api.on('GET /admin/log', listResponse([]))
  await user.type(screen.getByRole('searchbox'), 'less{Enter}')
  expect(await screen.findByText('No entries')).toBeVisible()
  await api.settled()
  // Once per search, not per letter: each is a log entry.
  expect(api.callsOf('GET /admin/log').map(({ query }) => query.get('q') ?? '')).toEqual([
    '',
    'money',
    'money less',
  ])
})

test('a report explains why a reporter does not count, and names roles in words', {
  tags: ['MOD-03'],
}, async () => {
  const createdAt = '2026-11-23T10:00:00.000Z'
  const by = (standing: Report['reporters'][number]['standing']) => ({
    ...{ _id: standing, name: `Reporter ${standing}`, standing, dismissed: 0 },
    ...{ reason: 'fake' as const, text: '', createdAt },
  })
  const report: Report = {
    ...{ _id: 'r1', kind: 'user', reason: 'fake', text: '', state: 'open', createdAt, appeal: null },
    thing: { kind: 'user', _id: RECRUITER_ID, title: 'Falk', path: null, state: 'shown' },
    snapshot: { role: 'recruiter', name: 'Falk' },
    ...{ author: null, decisions: [], messages: [] },
    reporters: [by('good'), by('low'), by('unconfirmed'), by('closed')],
  }
  api.on('GET /admin/reports/r1', { body: report })
  show(<ReportPage />, '/admin/reports/:reportId', '/admin/reports/r1')
  const reporters = within(await screen.findByRole('region', { name: 'Who reported it' }))
  expect(reporters.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Good standing'),
    expect.stringContaining('Often dismissed'),
    expect.stringContaining('Address not confirmed'),
    expect.stringContaining('Account closed'),
  ])
  expect(screen.getByText('Recruiter')).toBeVisible()
})

test('the numbers are charts and a table by day', { tags: ['MOD-06'] }, async () => {
  const none = {
    people: 0,
    offers: 0,
    applications: 0,
    answers: 0,
    reports: 0,
    mailsFailed: 0,
    jobsWaiting: 0,
  }
  const days: DayNumbers[] = [
    { ...none, date: '2026-11-21', people: 1, jobsWaiting: 3 },
    { ...none, date: '2026-11-22', jobsWaiting: 2 },
    { ...none, date: '2026-11-23', people: 4 },
  ]
  api.on('GET /admin/numbers', { body: { days } })
  show(<NumbersPage />)
  const chart = (name: string) => screen.getByRole('region', { name })
  const heights = (name: string) =>
    Array.from(chart(name).querySelectorAll('rect'), (bar) => Number(bar.getAttribute('height')))
  expect(await screen.findByText('5 in all')).toBeVisible()
  expect(chart('People')).toHaveTextContent('5 in all')
  const [first = 0, ...others] = heights('People')
  expect(first).toBeGreaterThan(0)
  expect(others).toEqual([0, 4 * first])
  expect(heights('Offers')).toEqual([0, 0, 0])
  expect(chart('Jobs waiting')).toHaveTextContent('3 at most')

  await user.click(screen.getByText('Table by day'))
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => Array.from(row.children, ({ textContent }) => textContent))).toEqual([
    ['23/11/2026', '4', '0', '0', '0', '0', '0', '0'],
    ['22/11/2026', '0', '0', '0', '0', '0', '0', '2'],
    ['21/11/2026', '1', '0', '0', '0', '0', '0', '3'],
  ])
  await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days')
  await waitFor(() =>
    expect(api.callsOf('GET /admin/numbers').map(({ query }) => query.get('days'))).toEqual(['30', '7']),
  )
})
