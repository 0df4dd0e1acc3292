import { mapping, textList } from '../lib/mapping.ts'

/** The fields of an experience and their columns; its period is validated as a whole (periods.ts). */
export const experienceMapping = mapping('experiences', {
  company: 'company',
  companyLogo: 'company_logo',
  position: 'position',
  description: 'description',
  experienceSkills: textList('skills'),
})

/** The fields of a study and their columns. */
export const studyMapping = mapping('studies', {
  degree: 'degree',
  instituteName: 'institute_name',
  instituteLogo: 'institute_logo',
  description: 'description',
})
