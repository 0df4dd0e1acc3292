import { expect, test } from 'vitest'
import { apiServer } from '../test/api-server.ts'
import { submitOnboarding } from './submit.ts'

const api = apiServer()

test('an unknown role returns its error text without a call', { tags: 'ERR-50' }, async () => {
  const draft = {
    step: 4,
    userinfo1: { phone: '', description: '', birthDate: '' },
    userinfo2: { imageUrl: '' },
    roletype1: {
      professionalPosition: '',
      experienceYears: '',
      location: '',
      linkedin: '',
      github: '',
      languages: [],
    },
    roletype2: { skills: [] },
    recruiter1: {
      companyName: '',
      location: '',
      sector: '',
      contactEmail: '',
      contactPhone: '',
      website: '',
    },
  }
  expect(await submitOnboarding('admin', draft)).toEqual({ message: 'Rol no válido', isSpanish: true })
  expect(await submitOnboarding(undefined, draft)).toEqual({ message: 'Rol no válido', isSpanish: true })
  await api.settled()
  expect(api.calls).toEqual([])
})
