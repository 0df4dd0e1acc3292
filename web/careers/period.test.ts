import { describe, expect, test } from 'vitest'
import { ExperienceForm, normalisePeriod, periodOf, periodToSend, StudyForm } from './period.ts'

const period = (startDate: string, endDate: string, isOngoing = false) => ({ startDate, endDate, isOngoing })

test.each([
  [period('2020-03', '2019-12'), period('2020-03', '2020-03'), 'an end before the start is set to the start'],
  [period('2020-03', '2020-03'), period('2020-03', '2020-03'), 'the month of the start is fine'],
  [period('2020-03', '2021-01'), period('2020-03', '2021-01'), 'a later end is fine'],
  [period('', '2021-01'), period('', '2021-01'), 'without a start there is nothing to compare'],
  [period('2020-03', ''), period('2020-03', ''), 'without an end there is nothing to compare'],
  [period('2020-03', '2021-01', true), period('2020-03', '', true), 'what goes on has no end'],
])('%o settles as %o: %s [VAL-20, VAL-22]', (typed, settled, _why) => {
  expect(normalisePeriod(typed)).toEqual(settled)
})

test('an empty end means that it goes on, and travels as null (DECISION 28)', () => {
  expect(periodOf({ startDate: '2020-03', endDate: null })).toEqual(period('2020-03', '', true))
  expect(periodOf(undefined)).toEqual(period('', ''))
  expect(periodToSend(period('2020-03', '', true))).toEqual({ startDate: '2020-03', endDate: null })
  expect(periodToSend(period('2020-03', '2021-01'))).toEqual({ startDate: '2020-03', endDate: '2021-01' })
})

const experience = {
  company: 'Puerto',
  position: 'Engineer',
  companyLogo: '',
  description: '',
  experienceSkills: [],
}
const study = { degree: 'Engineering', instituteName: 'UPV', instituteLogo: '', description: '' }

describe.each([
  ['experience', ExperienceForm, experience, ['company', 'position']],
  ['study', StudyForm, study, ['degree', 'instituteName']],
] as const)('the form of an %s', (_, form, whole, required) => {
  const errorsOf = (values: object) =>
    Object.fromEntries(
      (form.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    )

  test('says everything that is missing at once [VAL-14, VAL-15, VAL-16, VAL-21, VAL-22]', () => {
    const empty = Object.fromEntries(required.map((field) => [field, ' ']))
    expect(errorsOf({ ...whole, ...empty, ...period('', '') })).toEqual({
      ...Object.fromEntries(required.map((field) => [field, 'This field is required'])),
      startDate: 'Start Date is required',
      endDate: 'End Date is required',
    })
  })

  test('takes what goes on without an end, and a logo that is not there [VAL-16, VAL-42]', () => {
    expect(errorsOf({ ...whole, ...period('2020-03', '', true) })).toEqual({})
    expect(errorsOf({ ...whole, ...period('2020-03', '2020-03') })).toEqual({})
  })

  test('refuses an end before the start [VAL-17, VAL-22]', () => {
    expect(errorsOf({ ...whole, ...period('2020-03', '2020-02') })).toEqual({
      endDate: 'The end date must be equal to or later than the start date',
    })
  })
})
