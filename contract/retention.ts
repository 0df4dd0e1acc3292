/**
 * Retention of personal data that is no longer needed, in days (D-5). The settings
 * `RETENTION_…_DAYS` replace them, the privacy page names them, and scheduled maintenance enforces them.
 */
export const RETENTION_DAYS = {
  /** Phone and letter of applicants, from the removal of the offer or the erasure of its recruiter. */
  APPLICATIONS: 30,
  /** From the end of the token; a sign-out is earlier. */
  SESSIONS: 30,
  /** From the day on which the ticket was sent. */
  TICKETS: 365,
  /** Mails as files, where no mail server is set. */
  OUTBOX: 30,
  /** Reports and decisions, from the decision. */
  REPORTS: 730,
  /** Steps of an application's status, from the change, but the first answer and the last one. */
  HISTORY: 730,
} as const

/** From the deactivation of an account to its erasure, in days; until then support can undo it (D-5). */
export const ERASURE_DAYS = 30

export type RetentionDays = Record<keyof typeof RETENTION_DAYS, number>
