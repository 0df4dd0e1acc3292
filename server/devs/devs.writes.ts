import type { DevOnboardingInput } from '#contract/devs.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import type { Services } from '../services.ts'
import { type ProfileColumns, requireAvatar } from '../users/profile.writes.ts'
import { developerMapping, personMapping } from '../users/users.mapping.ts'

/** The columns of the sent fields; pictures and CV must be own uploads (F3). */
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
    columns.avatar = await requireAvatar(services, userId, change.avatar, current.avatar)
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
