import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  birthDateToSend,
  formatCount,
  formatDate,
  formatDays,
  formatMonth,
  formatTime,
  postedAgo,
} from './format.ts'

describe.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    process.env.TZ = before
  })

  test.each([
    ['2024-05-03T10:15:30.000Z', '03/05/2024'],
    ['2024-05-03T22:15:30.000Z', '04/05/2024'],
    ['1990-01-31', '31/01/1990'],
    ['', ''],
    [null, ''],
    ['soon', ''],
  ])('the day of %s is %s [decision 28]', (value, text) => {
    expect(formatDate(value)).toBe(text)
  })
})

test.each([
  ['2023-09', '09/2023'],
  ['2023-09-01T00:00:00.000Z', '09/2023'],
  ['', ''],
  [null, ''],
])('the month of %s is %s [decision 28]', (value, text) => {
  expect(formatMonth(value)).toBe(text)
})

test('times have two digits and 24 hours (decision 28)', { tags: 'CHAT-11' }, () => {
  const at = (hours: number, minutes: number) => new Date(2024, 4, 3, hours, minutes).toISOString()
  expect(formatTime(at(9, 5))).toBe('09:05')
  expect(formatTime(at(21, 30))).toBe('21:30')
  expect(formatTime(at(0, 0))).toBe('00:00')
})

test('counts are grouped as in Spain', () => {
  expect(formatCount(12345)).toBe('12.345')
  expect(formatCount(1.257)).toBe('1,26')
})

test.each([
  ['2024-05-03T10:00:00.000Z', 'Posted 0 days ago'],
  ['2024-05-02T12:00:01.000Z', 'Posted 0 days ago'],
  ['2024-05-02T12:00:00.000Z', 'Posted 1 day ago'],
  ['2024-04-23T11:00:00.000Z', 'Posted 10 days ago'],
  ['2024-05-04T12:00:00.000Z', 'Posted 0 days ago'],
])('at noon of 3 May, %s is %s (decision 28)', { tags: ['HOME-29', 'OFF-13'] }, (createdAt, text) => {
  expect(postedAgo(createdAt, Date.parse('2024-05-03T12:00:00.000Z'))).toBe(text)
})

test('a birth date is sent as DD-MM-YYYY', { tags: 'VAL-103' }, () => {
  expect(birthDateToSend('1990-05-03')).toBe('03-05-1990')
  expect(birthDateToSend('')).toBe('')
})

test.each([
  [0.04, '0'],
  [3.2916666, '3,3'],
  [9.96, '10'],
  [12.5, '13'],
])('%s days are written as %s', (days, text) => {
  expect(formatDays(days)).toBe(text)
})
