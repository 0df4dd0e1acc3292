import type { RecruiterProfileInput } from '#contract/recruiters.ts'
import { requireUnchangedOrOwnFiles } from '../files/unchanged-files.ts'
import { parseTextList } from '../lib/mapping.ts'
import type { Services } from '../services.ts'
import { type ProfileColumns, requireAvatar } from '../users/profile.writes.ts'
import { personMapping, recruiterMapping } from '../users/users.mapping.ts'

/** The columns of the sent fields; pictures must be own uploads (F3). */
export async function recruiterColumns(
  services: Services,
  userId: string,
  change: RecruiterProfileInput,
): Promise<ProfileColumns> {
  const details = change.role?.recruiter ?? {}
  const columns: ProfileColumns = {
    ...personMapping.write({ ...change, avatar: undefined }),
    ...recruiterMapping.write({ ...details, multimedia: undefined }),
  }
  if (change.avatar === undefined && details.multimedia === undefined) return columns
  const current = await services.db
    .selectFrom('users')
    .select(['avatar', 'multimedia'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (change.avatar !== undefined) {
    columns.avatar = await requireAvatar(services, userId, change.avatar, current.avatar)
  }
  if (details.multimedia !== undefined) {
    const multimedia = await requireUnchangedOrOwnFiles(services, userId, {
      urls: details.multimedia,
      current: parseTextList(current.multimedia),
      kind: 'image',
      field: 'role.recruiter.multimedia',
    })
    columns.multimedia = JSON.stringify(multimedia)
  }
  return columns
}
