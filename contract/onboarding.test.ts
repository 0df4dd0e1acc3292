import { describe, expect, test } from 'vitest'
import { isCompleteLanguage } from './formats.ts'
import { missingFields, ONBOARDING_TEXTS, type OnboardingErrors, onboardingErrors } from './onboarding.ts'

const TODAY = '2026-11-20'
const PHONE = 'Please enter a valid phone number (start with + and at least 8 digits).'
const REQUIRED = 'This field is required'

const inWords = (errors: OnboardingErrors) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, ONBOARDING_TEXTS[error]()]))

describe('personal info', () => {
  const good = { phone: '+34 600111222', description: 'Hola', birthDate: '1990-05-03' }
  const errors = (changes: Partial<typeof good>) => inWords(onboardingErrors({ ...good, ...changes }, TODAY))

  test('is valid with all three', () => {
    expect(errors({})).toEqual({})
  })

  test.each([
    '',
    '+',
    '600111222',
    '+34 60011',
    '+34 6001112x',
    '+34-6001112',
    '+34+600111222',
    '34 +600111222',
  ])('the phone %j is refused', { tags: ['VAL-71', 'VAL-72'] }, (phone) => {
    expect(errors({ phone })).toEqual({ phone: PHONE })
  })

  test.each(['+34600111', '+34 600 111', '+123 45678', '+34 60011122233'])(
    'the phone %j is accepted',
    { tags: 'VAL-71' },
    (phone) => {
      expect(errors({ phone })).toEqual({})
    },
  )

  test('a phone of 17 characters is refused', { tags: 'VAL-74' }, () => {
    expect(errors({ phone: '+34 6001112223334' })).toEqual({ phone: PHONE })
  })

  test('the description is required and has at most 500 characters', { tags: 'VAL-75' }, () => {
    expect(errors({ description: ' ' })).toEqual({ description: REQUIRED })
    expect(errors({ description: 'x'.repeat(500) })).toEqual({})
    expect(errors({ description: 'x'.repeat(501) })).toEqual({ description: 'Max 500 characters' })
  })

  test('the birth date is required and a real day until today (decision 28)', { tags: 'VAL-77' }, () => {
    expect(errors({ birthDate: '' })).toEqual({ birthDate: REQUIRED })
    expect(errors({ birthDate: TODAY })).toEqual({})
    for (const birthDate of ['2026-11-21', '1899-12-31', '1990-02-30']) {
      expect(errors({ birthDate })).toEqual({ birthDate: 'Invalid date' })
    }
  })
})

describe('developer details', () => {
  const good = {
    professionalPosition: 'Developer',
    experienceYears: '3',
    location: 'Sevilla',
    linkedin: '',
    github: '',
    languages: [{ key: 0, language: 'Español', languageLevel: 'Native' }],
  }
  const errors = (changes: Partial<typeof good>) => {
    const { languages, ...details } = { ...good, ...changes }
    return inWords(onboardingErrors({ ...details, languages: languages.filter(isCompleteLanguage) }))
  }

  test('are valid without links', () => {
    expect(errors({})).toEqual({})
  })

  test.each(['professionalPosition', 'experienceYears', 'location'] as const)(
    '%s is required',
    { tags: 'VAL-80' },
    (field) => {
      expect(errors({ [field]: ' ' })).toEqual({ [field]: REQUIRED })
    },
  )

  test.each(['-1', '1.5', 'two', '1e1', '100'])(
    '%j years are refused',
    { tags: 'VAL-81' },
    (experienceYears) => {
      expect(errors({ experienceYears })).toEqual({ experienceYears: 'Must be a positive number' })
    },
  )

  test.each(['0', '12'])('%j years are accepted', { tags: 'VAL-81' }, (experienceYears) => {
    expect(errors({ experienceYears })).toEqual({})
  })

  test.each([
    'http://github.com/ana',
    'ftp://x',
    'https://',
    'https://a b',
    'https://u:p@host',
    'mailto:a@b.es',
  ])('the link %j is refused', { tags: 'VAL-82' }, (github) => {
    expect(errors({ github })).toEqual({ github: 'Must be a valid URL starting with https://' })
  })

  test.each(['https://github.com/ana', 'github.com/ana'])(
    'the link %j is accepted',
    { tags: ['VAL-82', 'VAL-83'] },
    (linkedin) => {
      expect(errors({ linkedin })).toEqual({})
    },
  )

  test('one language with its level is needed', { tags: 'VAL-84' }, () => {
    const text = 'At least one language with level is required'
    const row = { key: 1, language: 'English', languageLevel: '' }
    expect(errors({ languages: [row] })).toEqual({ languages: text })
    expect(errors({ languages: [{ key: 1, language: ' ', languageLevel: 'C1' }] })).toEqual({
      languages: text,
    })
    expect(errors({ languages: [row, ...good.languages] })).toEqual({})
  })
})

test('1 to 10 skills', { tags: 'VAL-86' }, () => {
  const skills = Array.from({ length: 11 }, (_, index) => `skill ${index}`)
  expect(onboardingErrors({ skills: [] })).not.toEqual({})
  expect(onboardingErrors({ skills: skills.slice(0, 1) })).toEqual({})
  expect(onboardingErrors({ skills: skills.slice(0, 10) })).toEqual({})
  expect(onboardingErrors({ skills })).not.toEqual({})
})

describe('about the company', () => {
  const good = {
    companyName: 'Acueducto',
    location: 'Segovia',
    sector: 'Software',
    contactEmail: 'jobs@acueducto.example',
    contactPhone: '921 00 00',
    website: 'acueducto.example',
  }
  const errors = (changes: Partial<typeof good>) => inWords(onboardingErrors({ ...good, ...changes }))

  test('is valid with all six', { tags: 'VAL-91' }, () => {
    expect(errors({ contactEmail: 'Muñoz+jobs@Acueducto.example' })).toEqual({})
    expect(errors({ contactPhone: '12345678' })).toEqual({})
    expect(errors({})).toEqual({})
  })

  test.each(['companyName', 'location', 'sector'] as const)('%s is required', { tags: 'VAL-87' }, (field) => {
    expect(errors({ [field]: '' })).toEqual({ [field]: REQUIRED })
  })

  test.each([
    '',
    'jobs',
    'jobs@acueducto',
    'acueducto.example',
    '@.',
    'jobs\u200b@acueducto.example',
    'ｊobs@acueducto.example',
    'jоbs@acueducto.example',
    'jοbs@acueducto.example',
    'jobs@аcueducto.example',
  ])('the email %j is refused', { tags: 'VAL-88' }, (contactEmail) => {
    expect(errors({ contactEmail })).toEqual({ contactEmail: 'Invalid email format' })
  })

  test.each(['', '1234567'])('the phone %j is refused', { tags: 'VAL-89' }, (contactPhone) => {
    expect(errors({ contactPhone })).toEqual({ contactPhone: 'Invalid phone number' })
  })

  test('the website is required and an https address', { tags: ['VAL-90', 'VAL-91'] }, () => {
    expect(errors({ website: '' })).toEqual({ website: 'Website is required' })
    expect(errors({ website: 'http://a.example' })).toEqual({
      website: 'Must be a valid URL starting with https://',
    })
  })
})

test('a new account lacks every required field of its role, and no optional one', {
  tags: ['VAL-71', 'VAL-86', 'VAL-90'],
}, () => {
  const person = { phone: '', description: '', birthDate: null, avatar: '' }
  const developer = {
    professionalPosition: '',
    experienceYears: null,
    location: '',
    linkedin: '',
    languages: [],
    skills: [],
  }
  expect(missingFields('developer', { ...person, ...developer })).toEqual({
    phone: 'phone',
    description: 'required',
    birthDate: 'required',
    avatar: 'required',
    professionalPosition: 'required',
    experienceYears: 'required',
    location: 'required',
    languages: 'languages',
    skills: 'skills',
  })
  const company = {
    companyName: '',
    location: '',
    sector: '',
    contactEmail: '',
    contactPhone: '',
    website: '',
  }
  expect(missingFields('recruiter', { ...person, ...company })).toEqual({
    phone: 'phone',
    description: 'required',
    birthDate: 'required',
    avatar: 'required',
    companyName: 'required',
    location: 'required',
    sector: 'required',
    contactEmail: 'email',
    contactPhone: 'companyPhone',
    website: 'website',
  })
})

test('zero years of experience count as a value', () => {
  const developer = {
    professionalPosition: 'Developer',
    experienceYears: 0,
    location: 'Sevilla',
    languages: [{ language: 'Spanish', languageLevel: 'Native' }],
    skills: ['Go'],
  }
  const person = { phone: '+34 600111222', description: 'Hola', birthDate: '1990-05-03', avatar: '/a.webp' }
  expect(missingFields('developer', { ...person, ...developer })).toEqual({})
})
