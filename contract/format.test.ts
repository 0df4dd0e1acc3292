import { afterEach, expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDayMonth,
  formatList,
  formatMoment,
  formatMonth,
  formatTime,
} from './format.ts'
import { configureLocale, type Locale } from './locale.ts'
import { payText } from './pay-text.ts'

afterEach(() => configureLocale(() => 'en-quoted'))

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en-quoted', '04/05/2024|31/01/1990|09/2023|04/05|12.345|0,25|Go, SQL, C|30.000 – 38.000 € a year|15:05'],
  ['en', 'May 4, 2024|Jan 31, 1990|Sep 2023|5/4|12,345|0.25|Go, SQL, and C|€30,000 – €38,000 a year|3:05 PM'],
  ['es', '4 may 2024|31 ene 1990|sept 2023|4/5|12.345|0,25|Go, SQL y C|30.000 – 38.000 € al año|15:05'],
] as const)(
  'values are written in %s as its readers write them',
  { tags: ['LANG-03', 'PAY-03'] },
  (locale, texts) => {
    configureLocale(() => locale as Locale)
    const written = [
      formatDate('2024-05-03T22:15:30.000Z'),
      formatDate('1990-01-31'),
      formatMonth('2023-09'),
      formatDayMonth('2024-05-03T22:15:30.000Z'),
      formatCount(12_345),
      formatCount(0.254),
      formatList(['Go', 'SQL', 'C']),
      payText({ min: 30_000, max: 38_000, currency: 'EUR', period: 'year' }),
      formatTime(new Date(2024, 4, 3, 15, 5).toISOString()),
    ]
    expect(written.map(plain)).toEqual(texts.split('|'))
    for (const value of ['', null, 'soon']) expect(formatDate(value)).toBe('')
  },
)

test.each([
  ['en-quoted', '22/11/2026 23:28'],
  ['en', 'Nov 22, 2026, 11:28 PM'],
  ['es', '22 nov 2026, 23:28'],
] as const)(
  'day and time of a moment are in the time zone of the reader, in %s',
  {
    tags: ['LANG-03'],
  },
  (locale, text) => {
    configureLocale(() => locale as Locale)
    expect(plain(formatMoment(new Date(2026, 10, 22, 23, 28).toISOString()))).toBe(text)
  },
)
