import { expect, test } from 'vitest'
import { buildApplicant } from '../test/offers.ts'
import { applicantName, byStatus, withOptimisticChanges } from './applicants.ts'

test('the last update of an applicant wins, and unchanged applicants keep their identity', {
  tags: 'PIPE-14',
}, () => {
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

test('the columns keep the given order', { tags: 'PIPE-02' }, () => {
  const [first, second] = [buildApplicant(), buildApplicant()]
  expect(byStatus([first, second]).pending).toEqual([first, second])
  expect(byStatus([]).rejected).toEqual([])
})

test('an applicant without a name has a placeholder', { tags: 'PIPE-08' }, () => {
  const { user } = buildApplicant()
  expect(applicantName({ user: null })).toBe('Unknown Profile')
  expect(applicantName({ user: user && { ...user, name: '', surname: '' } })).toBe('Unknown Profile')
  expect(applicantName({ user: user && { ...user, name: 'Ana', surname: '' } })).toBe('Ana')
})
