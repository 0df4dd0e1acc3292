import { expect, test } from 'vitest'
import { isViewDue, lastViewKey } from './view-rule.ts'

const NOW = Date.parse('2026-11-12T10:00:00Z')
const HOUR_MS = 3_600_000

test.each([
  [null, true, 'never seen'],
  [String(NOW), false, 'just now'],
  [String(NOW - HOUR_MS), false, 'exactly an hour ago'],
  [String(NOW - HOUR_MS - 1), true, 'over an hour ago'],
  [String(NOW + HOUR_MS), true, 'by a clock that was wrong'],
  ['yesterday', true, 'unreadable'],
  ['', true, 'empty'],
])('a stored view of %j counts again: %s (%s)', { tags: 'PROJD-22' }, (stored, isDue, _why) => {
  expect(isViewDue(stored, NOW)).toBe(isDue)
})

test('the last view is stored per project', { tags: 'PROJD-23' }, () => {
  expect(lastViewKey('abc')).toBe('lastView_abc')
})
