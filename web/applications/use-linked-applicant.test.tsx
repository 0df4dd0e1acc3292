import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { buildApplicant } from '../test/offers.ts'
import { useLinkedApplicant } from './use-linked-applicant.ts'

test('the linked dialog opens once, at an address that does not reopen it', {
  tags: ['APPL-08'],
}, async () => {
  const linked = buildApplicant({ status: 'reviewed' })
  const openedAt: string[] = []
  function Board() {
    useLinkedApplicant({ applicants: [linked], isFetching: false }, () => {
      openedAt.push(router.state.location.search)
    })
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Board /> }], {
    initialEntries: [`/?application=${linked._id}`],
  })
  render(<RouterProvider router={router} />)
  await waitFor(() => expect(openedAt).toEqual(['?status=reviewed']))
})
