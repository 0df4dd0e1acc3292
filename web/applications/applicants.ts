import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'

/** The button of an applicant's card that opens the details. */
export const detailsButtonId = (applicantId: string) => `details-${applicantId}`

/** The status menu of an applicant's card. */
export const statusMenuId = (applicantId: string) => `status-${applicantId}`

/** The drag handle of an applicant's card. */
export const gripId = (applicantId: string) => `grip-${applicantId}`

/** The control of an applicant's card that has the focus; others give it to the details. */
export const focusedControl = (applicantId: string): string =>
  [statusMenuId, gripId].map((idOf) => idOf(applicantId)).find((id) => id === document.activeElement?.id) ??
  detailsButtonId(applicantId)

/** The toast of a failed change, which a later success with the same applicant dismisses. */
export const statusToastId = (applicantId: string) => `toast-${statusMenuId(applicantId)}`

/** The fallback for deactivated people and people without a name (PIPE-08). */
export function applicantName({ user }: Pick<Applicant, 'user'>): string {
  return (user && fullName(user)) || m.applications_unknown()
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

/** The rendered rows of a virtualised list and further ones, without those that are -1. */
export const withIndexes = (indexes: number[], ...further: number[]): number[] => [
  ...new Set([...indexes, ...further.filter((index) => index !== -1)]),
]

/** A shortcut without modifiers, outside of fields: J and K, 1 to 5. */
export const isShortcut = ({ altKey, ctrlKey, metaKey, target }: KeyEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && !(target instanceof Element && target.closest('input, select, textarea'))

type KeyEvent = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'> & { target: EventTarget | null }
