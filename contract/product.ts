/** Name and mail addresses of the operator, in one place (DECISIONS 53, 84). */
export const PRODUCT = {
  name: 'Puente',
  supportEmail: 'support@example.com',
  privacyEmail: 'privacy@example.com',
  legalEmail: 'legal@example.com',
  /** The home page shows its counts times this (DECISION 56). */
  homeStatsFactor: 100,
} as const
