import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00', zone: 'Europe/Madrid' }
const noon = { from: '12:00', to: '14:00', zone: 'Asia/Kolkata' }

test.each([
  ['in the evening', night, '2026-01-10T21:30:10.500Z', '2026-01-11T06:00:00.000Z'],
  ['at the first minute', night, '2026-01-10T21:00:00.000Z', '2026-01-11T06:00:00.000Z'],
  ['just before them', night, '2026-01-10T20:59:59.999Z', undefined],
  ['at their end', night, '2026-01-11T06:00:00.000Z', undefined],
  ['within a day, in a zone of half hours', noon, '2026-01-10T07:00:00.000Z', '2026-01-10T08:30:00.000Z'],
  ['when summer time begins', night, '2026-03-28T22:30:00.000Z', '2026-03-29T05:00:00.000Z'],
  ['when summer time ends', night, '2026-10-24T21:30:00.000Z', '2026-10-25T06:00:00.000Z'],
  // At 02:00 the clock jumps to 03:00: 02:30 does not exist.
  [
    'when the clock jumps over their end',
    { ...night, to: '02:30' },
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T01:00:00.000Z',
  ],
  // From 03:00 it goes back to 02:00: the hour before 02:30 is quiet again.
  [
    'when the clock shows their end twice',
    { ...night, to: '02:30' },
    '2026-10-24T23:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
  ],
  ['in the repeated hour', { ...night, to: '02:30' }, '2026-10-25T01:10:00.000Z', '2026-10-25T01:30:00.000Z'],
])('quiet hours %s', { tags: 'NTFY-03' }, (_, quiet, at, end) => {
  expect(quietUntil(Date.parse(at), quiet)?.toISOString()).toBe(end)
})

test('without quiet hours nothing is held', () => {
  expect(quietUntil(Date.now(), null)).toBeUndefined()
})
