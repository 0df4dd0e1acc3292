import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { fullName } from '../lib/format.ts'

/** PIPE-08: deactivated people and people without a name. */
export function applicantName({ user }: Pick<Applicant, 'user'>): string {
  return (user && fullName(user)) || 'Unknown Profile'
}

/** The applicants of each status, in the order given: newest first. */
export function byStatus(applicants: readonly Applicant[]): Record<Status, Applicant[]> {
  const groups = Object.fromEntries(STATUSES.map((status) => [status, [] as Applicant[]]))
  for (const applicant of applicants) groups[applicant.status]?.push(applicant)
  // Object.fromEntries loses the names of its keys: every status has its group.
  return groups as Record<Status, Applicant[]>
}

export type StatusUpdate = { applicantId: string; status: Status }

/** The applicants with the pending status updates applied; the last update of an applicant wins (PIPE-14). */
export function withOptimisticChanges(
  applicants: readonly Applicant[],
  updates: readonly StatusUpdate[],
): readonly Applicant[] {
  if (updates.length === 0) return applicants
  const updated = new Map(updates.map(({ applicantId, status }) => [applicantId, status]))
  return applicants.map((applicant) => {
    const status = updated.get(applicant._id)
    return status === undefined || status === applicant.status ? applicant : { ...applicant, status }
  })
}
