import { describe, expect, test } from 'vitest'
import { CareerForm, normalisePeriod, periodOf, periodToSend } from './period.ts'

const period = (startDate: string, endDate: string, isOngoing = false) => ({ startDate, endDate, isOngoing })

test.each([
  [period('2020-03', '2019-12'), period('2020-03', '2020-03'), 'an end before the start is set to the start'],
  [period('2020-03', '2020-03'), period('2020-03', '2020-03'), 'the month of the start is fine'],
  [period('2020-03', '2021-01'), period('2020-03', '2021-01'), 'a later end is fine'],
  [period('', '2021-01'), period('', '2021-01'), 'without a start there is nothing to compare'],
  [period('2020-03', ''), period('2020-03', ''), 'without an end there is nothing to compare'],
  [period('2020-03', '2021-01', true), period('2020-03', '', true), 'an ongoing period has no end'],
])('%o becomes %o: %s', { tags: ['VAL-20', 'VAL-22'] }, (typed, settled, _why) => {
  expect(normalisePeriod(typed)).toEqual(settled)
})

test('an empty end means ongoing, and is sent as null (decision 28)', () => {
  expect(periodOf({ startDate: '2020-03', endDate: null })).toEqual(period('2020-03', '', true))
  expect(periodOf(undefined)).toEqual(period('', ''))
  expect(periodToSend(period('2020-03', '', true))).toEqual({ startDate: '2020-03', endDate: null })
  expect(periodToSend(period('2020-03', '2021-01'))).toEqual({ startDate: '2020-03', endDate: '2021-01' })
})

const experience = { title: 'Engineer', organisation: 'Puerto', logo: '', description: '', skills: ['Go'] }
const study = { title: 'Engineering', organisation: 'UPV', logo: '', description: '', skills: [] }
const required = ['title', 'organisation']

describe.each([
  ['experience', experience],
  ['study', study],
] as const)('the form of an %s', (_, whole) => {
  const errorsOf = (values: object) =>
    Object.fromEntries(
      (CareerForm.safeParse(values).error?.issues ?? []).map(({ path, message }) => [
        path.join('.'),
        message,
      ]),
    )

  test('reports everything that is missing at once', {
    tags: ['VAL-14', 'VAL-15', 'VAL-16', 'VAL-21', 'VAL-22'],
  }, () => {
    const empty = Object.fromEntries(required.map((field) => [field, ' ']))
    expect(errorsOf({ ...whole, ...empty, ...period('', '') })).toEqual({
      ...Object.fromEntries(required.map((field) => [field, 'This field is required'])),
      startDate: 'Start Date is required',
      endDate: 'End Date is required',
    })
  })

  test('accepts an ongoing period without an end, and no logo', { tags: ['VAL-16', 'VAL-42'] }, () => {
    expect(errorsOf({ ...whole, ...period('2020-03', '', true) })).toEqual({})
    expect(errorsOf({ ...whole, ...period('2020-03', '2020-03') })).toEqual({})
  })

  test('refuses an end before the start', { tags: ['VAL-17', 'VAL-22'] }, () => {
    expect(errorsOf({ ...whole, ...period('2020-03', '2020-02') })).toEqual({
      endDate: 'The end date must be equal to or later than the start date',
    })
  })
})
