import fc from 'fast-check'
import { z } from 'zod'

/** Texts known to break programs. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202eabc\u202c',
  '\u2066x',
  '\r\nSet-Cookie: a=b',
  "' or '1'='1",
  "'); drop table users; --",
  '%',
  '_',
  '\\',
  '*',
  '"unclosed',
  'a" OR b:',
  'NEAR(a b)',
  '(((((((((((',
  '^(a+)+$',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  '-1',
  '1e309',
  '0x10',
  '９９',
  '\u0661\u0662',
  'ﬀ',
  'İ',
  'ß',
  'ſ',
  'Å\u030a\u0301',
  '👩‍👩‍👧‍👦'.repeat(20),
  'z\u0300'.repeat(300),
  'x'.repeat(130),
  'x'.repeat(6000),
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '2024-02-30',
  '31-02-2020',
  '00000000-0000-7000-8000-000000000000',
  'https://user:pass@example.com/',
  'http://[::1]:22/',
  'file:///etc/passwd',
]
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  1e308,
  -0,
  [],
  {},
  [[]],
  [null],
  { $ne: 1 },
  { length: 5 },
  { toString: 'x' },
  ['a', { b: 1 }],
  Array(100).fill('x'),
  { a: { b: { c: { d: { e: 1 } } } } },
]

/** Values that pass the checks, by the name of their key. */
const GOOD: Record<string, readonly unknown[]> = {
  email: ['ana@example.com', ' Ana@EXAMPLE.com ', 'ana+1@xn--espaa-rta.example'],
  password: ['Secret-1'],
  'confirm-password': ['Secret-1'],
  oldPassword: ['Secret-1'],
  newPassword: ['Other-22'],
  role: ['developer', 'recruiter', { type: 'recruiter' }],
  phone: ['+34 600 000 000', ''],
  birthDate: ['1990-01-31', '31-01-1990', '', null],
  year: [2024, '2024'],
  category: ['Backend', 'bug'],
  startDate: ['2020-01', '2021-03-04T00:00:00Z'],
  endDate: ['2022-02', null, ''],
  contractType: ['Temp', ['Full-time'], 'Full-time, Intern'],
  gdprAccepted: [true],
  status: ['reviewed', 'accepted'],
  title: ['Ferry'],
  position: ['Keeper'],
  text: ['Hola', 'Hola\nqué tal'],
  q: ['ferry', 'a', 'ty', 'ferry timetable'],
  page: ['1', '2', '99999999999'],
  limit: ['1', '100', '0', '-5'],
  from: ['2024-01-01T00:00:00Z', '2024', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'],
  after: ['0', '5'],
}

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 100 }) },
)
const hostileValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), hostileText, fc.jsonValue({ maxDepth: 5 }))

/** Input mostly of this shape, often with valid values, and sometimes neither. */
export function inputOf(shape: z.ZodType, key = ''): fc.Arbitrary<unknown> {
  const good = GOOD[key]
  return fc.oneof(
    { weight: 10, arbitrary: formOf(shape) },
    { weight: good ? 20 : 0, arbitrary: fc.constantFrom(...(good ?? [''])) },
    { weight: 2, arbitrary: hostileValue },
  )
}

function formOf(shape: z.ZodType): fc.Arbitrary<unknown> {
  if (shape instanceof z.ZodObject) return objectOf(shape)
  if (shape instanceof z.ZodArray) return fc.array(inputOf(asType(shape.element)), { maxLength: 6 })
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault || shape instanceof z.ZodNullable) {
    return inputOf(asType(shape.unwrap()))
  }
  // The input of a preprocessed shape is that of its inner one; of a transformed one that of its source.
  if (shape instanceof z.ZodPipe) {
    return inputOf(asType(shape.in instanceof z.ZodTransform ? shape.out : shape.in))
  }
  if (shape instanceof z.ZodUnion) return fc.oneof(...shape.options.map((option) => inputOf(asType(option))))
  if (shape instanceof z.ZodLiteral) return fc.constantFrom(...shape.values)
  if (shape instanceof z.ZodEnum) return fc.constantFrom(...shape.options)
  if (shape instanceof z.ZodNumber) return fc.oneof(fc.integer(), fc.double(), fc.nat(3000))
  if (shape instanceof z.ZodBoolean) return fc.boolean()
  return fc.oneof({ weight: 3, arbitrary: fc.constant('Hola') }, { weight: 2, arbitrary: hostileText })
}

/** Each key mostly present, and sometimes an unknown one. */
function objectOf({ shape }: z.ZodObject): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, inputOf(asType(field), key)]),
  )
  const known = fc.record(fields, { requiredKeys: [] })
  const strange = fc.dictionary(hostileText, hostileValue, { maxKeys: 2 })
  return fc.tuple(known, fc.option(strange, { freq: 6, nil: {} }), fc.nat(3)).chain(([some, more, dice]) =>
    // A record with random keys rarely has all of them, and would always be refused.
    dice === 0 ? fc.constant({ ...some, ...more }) : fc.record(fields).map((all) => ({ ...all, ...more })),
  )
}

/** Zod's types for the internals of shapes are looser than the values. */
const asType = (inner: unknown) => inner as z.ZodType
