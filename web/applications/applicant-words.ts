import type { Applicant } from '#contract/applications.ts'
import { fullName } from '../lib/format.ts'

/** PIPE-08: deactivated people and people without a name. */
export function applicantName({ user }: Pick<Applicant, 'user'>): string {
  return (user && fullName(user)) || 'Unknown Profile'
}
