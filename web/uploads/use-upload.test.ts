import { expect, test } from 'vitest'
import { MEBIBYTE } from '#contract/uploads.ts'
import { fileErrorOf } from './use-upload.ts'

test.each([
  ['image/png', 5 * MEBIBYTE - 1, undefined],
  ['image/webp', 1, undefined],
  ['image/png', 5 * MEBIBYTE, 'The image must be smaller than 5MB.'],
  ['application/pdf', 1, 'Invalid file. Only images are allowed.'],
  ['', 1, 'Invalid file. Only images are allowed.'],
])(
  'an image of type %j and %d bytes: %s (decision 46)',
  { tags: ['VAL-39', 'VAL-40'] },
  (type, size, refusal) => {
    expect(fileErrorOf('image', { type, size })).toBe(refusal)
  },
)

test.each([
  ['application/pdf', 10 * MEBIBYTE - 1, undefined],
  ['application/pdf', 10 * MEBIBYTE, 'The PDF must be smaller than 10MB.'],
  ['image/png', 1, 'Invalid file. Only PDF files are allowed.'],
])(
  'a resume of type %j and %d bytes: %s (decision 46)',
  { tags: ['VAL-43', 'VAL-44'] },
  (type, size, refusal) => {
    expect(fileErrorOf('pdf', { type, size })).toBe(refusal)
  },
)
