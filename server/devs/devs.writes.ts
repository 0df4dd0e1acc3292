import type { DevOnboardingInput } from '#contract/devs.ts'
import { texts } from '#contract/texts.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import type { Services } from '../services.ts'
import type { Missing, ProfileColumns } from '../users/profile.writes.ts'
import { developerMapping, personMapping } from '../users/users.mapping.ts'

/** The columns of what was sent; pictures and CV must be own uploads (F3). */
export async function developerColumns(
  services: Services,
  userId: string,
  change: DevOnboardingInput,
): Promise<ProfileColumns> {
  const details = change.role?.developer ?? {}
  const columns: ProfileColumns = {
    ...personMapping.write({ ...change, avatar: undefined }),
    ...developerMapping.write({ ...details, resume: undefined }),
  }
  if (change.avatar === undefined && details.resume === undefined) return columns
  const current = await services.db
    .selectFrom('users')
    .select(['avatar', 'resume'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (change.avatar !== undefined) {
    columns.avatar = await requireUnchangedOrOwnFile(services, userId, {
      url: change.avatar,
      current: [current.avatar],
      kind: 'image',
      field: 'avatar',
    })
  }
  if (details.resume !== undefined) {
    columns.resume = await requireUnchangedOrOwnFile(services, userId, {
      url: details.resume,
      current: [current.resume],
      kind: 'pdf',
      field: 'role.developer.resume',
    })
  }
  return columns
}

/** VAL-71 to VAL-86: the steps of the developers' onboarding. */
export const missingOfDeveloper: Missing = (row) => ({
  ...(row.phone === '' && { phone: texts.people.phone8 }),
  ...(row.description === '' && { description: texts.general.required }),
  ...(row.birth_date === null && { birthDate: texts.general.required }),
  ...(row.avatar === '' && { avatar: texts.general.required }),
  ...(row.professional_position === '' && {
    'role.developer.professionalPosition': texts.general.required,
  }),
  ...(row.experience_years === null && { 'role.developer.experienceYears': texts.general.required }),
  ...(row.location === '' && { 'role.developer.location': texts.general.required }),
  ...(row.languages === '[]' && { 'role.developer.languages': texts.people.languages }),
  ...(row.skills === '[]' && { 'role.developer.skills': texts.people.skillRequired }),
})
