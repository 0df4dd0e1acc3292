import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { fullName } from '../lib/format.ts'

/** PIPE-08: deactivated people and people without a name. */
export function applicantName({ user }: Pick<Applicant, 'user'>): string {
  return (user && fullName(user)) || 'Unknown Profile'
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}

/** The applicants of each status, in the order given: newest first. */
export function byStatus(applicants: readonly Applicant[]): Record<Status, Applicant[]> {
  const groups: Record<Status, Applicant[]> = {
    pending: [],
    reviewed: [],
    interviewed: [],
    accepted: [],
    rejected: [],
  }
  for (const applicant of applicants) groups[applicant.status].push(applicant)
  return groups
}

/** Applicants as they are about to be: the last wish for each wins over what the server knows (PIPE-14). */
export function withOptimisticChanges(
  applicants: readonly Applicant[],
  wishes: readonly { applicantId: string; status: Status }[],
): readonly Applicant[] {
  if (wishes.length === 0) return applicants
  const wished = new Map(wishes.map(({ applicantId, status }) => [applicantId, status]))
  return applicants.map((applicant) => {
    const status = wished.get(applicant._id)
    return status === undefined || status === applicant.status ? applicant : { ...applicant, status }
  })
}
