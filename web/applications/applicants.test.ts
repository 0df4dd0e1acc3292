import { expect, test } from 'vitest'
import { buildApplicant } from '../test/offers.ts'
import { applicantName, byStatus, withOptimisticChanges } from './applicants.ts'

test('the last wish for an applicant wins, the others stay the same objects [PIPE-14]', () => {
  const [one, two] = [buildApplicant(), buildApplicant()]
  const shown = withOptimisticChanges(
    [one, two],
    [
      { applicantId: one._id, status: 'reviewed' },
      { applicantId: one._id, status: 'accepted' },
    ],
  )
  expect(shown.map(({ status }) => status)).toEqual(['accepted', 'pending'])
  expect(shown[1]).toBe(two)
  expect(withOptimisticChanges([one, two], [{ applicantId: 'gone', status: 'rejected' }])).toEqual([one, two])
})

test('the columns keep the order that they are given [PIPE-02]', () => {
  const [first, second] = [buildApplicant(), buildApplicant()]
  expect(byStatus([first, second]).pending).toEqual([first, second])
  expect(byStatus([]).rejected).toEqual([])
})

test('nobody is without a name [PIPE-08]', () => {
  const { user } = buildApplicant()
  expect(applicantName({ user: null })).toBe('Unknown Profile')
  expect(applicantName({ user: user && { ...user, name: '', surname: '' } })).toBe('Unknown Profile')
  expect(applicantName({ user: user && { ...user, name: 'Ana', surname: '' } })).toBe('Ana')
})
