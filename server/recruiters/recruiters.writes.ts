import type { RecruiterProfileInput } from '#contract/recruiters.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import { parseTextList } from '../lib/mapping.ts'
import type { Services } from '../services.ts'
import type { ProfileColumns } from '../users/profile.writes.ts'
import { personMapping, recruiterMapping } from '../users/users.mapping.ts'

/** The columns of what was sent; pictures must be own uploads (F3). */
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
  const picture = (url: string, current: readonly string[], field: string) =>
    requireUnchangedOrOwnFile(services, userId, { url, current, kind: 'image', field })
  if (change.avatar !== undefined) columns.avatar = await picture(change.avatar, [current.avatar], 'avatar')
  if (details.multimedia !== undefined) {
    const stored = parseTextList(current.multimedia)
    columns.multimedia = JSON.stringify(
      await Promise.all(
        details.multimedia.map((url, place) => picture(url, stored, `role.recruiter.multimedia.${place}`)),
      ),
    )
  }
  return columns
}
