import { z } from 'zod'
import { Language } from '#contract/users.ts'
import { json, mapping, textList } from '../lib/mapping.ts'

/** Fields common to both roles. */
export const personMapping = mapping('users', {
  name: 'name',
  surname: 'surname',
  phone: 'phone',
  birthDate: 'birth_date',
  avatar: 'avatar',
  description: 'description',
})

/** The fields under `role.developer` (decision 30). */
export const developerMapping = mapping('users', {
  professionalPosition: 'professional_position',
  resume: 'resume',
  experienceYears: 'experience_years',
  location: 'location',
  linkedin: 'linkedin',
  github: 'github',
  skills: textList('skills'),
  languages: json('languages', z.array(Language)),
})

/** The fields under `role.recruiter`. */
export const recruiterMapping = mapping('users', {
  companyName: 'company_name',
  location: 'location',
  sector: 'sector',
  website: 'website',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  multimedia: textList('multimedia'),
})

type DeveloperRow = Parameters<typeof developerMapping.read>[0]
type RecruiterRow = Parameters<typeof recruiterMapping.read>[0]

export const developerDetails = (row: DeveloperRow) => ({
  ...developerMapping.read(row),
  experienceYears: row.experience_years === null ? '' : String(row.experience_years),
})

export const recruiterDetails = (row: RecruiterRow) => ({
  ...recruiterMapping.read(row),
  contact: { email: row.contact_email, phone: row.contact_phone },
})
