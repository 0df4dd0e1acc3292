import { expect, test } from 'vitest'
import { dayLabel, dayOf, timeOrDay } from './days.ts'

/** In the reader's time zone, wherever the test runs. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).toISOString()
const NOW = new Date(2026, 10, 20, 9, 5).getTime()

test('days change at midnight in the time zone of the reader', () => {
  expect(dayOf(at(20, 0))).toBe(dayOf(at(20, 23, 59)))
  expect(dayOf(at(19, 23, 59))).not.toBe(dayOf(at(20, 0)))
  expect(dayOf(new Date(2025, 10, 20, 12).toISOString())).not.toBe(dayOf(at(20, 12)))
})

test.each([
  ['Today', at(20, 0, 1)],
  ['Yesterday', at(19, 23, 59)],
  ['18/11/2026', at(18, 12)],
])('a day is called %s', (label, time) => {
  expect(dayLabel(time, NOW)).toBe(label)
})

test.each([
  ['09:04', at(20, 9, 4)],
  ['Yesterday', at(19, 23, 59)],
  ['18/11/2026', at(18, 9, 4)],
])('a row shows %s', (label, time) => {
  expect(timeOrDay(time, NOW)).toBe(label)
})
