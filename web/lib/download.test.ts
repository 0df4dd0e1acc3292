import { expect, test } from 'vitest'
import { fileNameOf } from './download.ts'

test.each([
  ['attachment; filename="cover-letter.pdf"', 'cover-letter.pdf'],
  ['attachment; filename=cover-letter.pdf', 'cover-letter.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  [`attachment; filename="Ana.pdf"; filename*=UTF-8''Ana%20Garc%C3%ADa.pdf`, 'Ana García.pdf'],
  [`attachment; filename*=UTF-8''%E0%A4%A`, undefined],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment', undefined],
  ['', undefined],
  [null, undefined],
])('the file name in %j is %j', { tags: 'API-44' }, (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
