/** Name and mail addresses of the operator, in one place (DECISIONS 53, 84). */
export const PRODUCT = {
  name: 'Puente',
  supportEmail: 'support@example.com',
  privacyEmail: 'privacy@example.com',
  legalEmail: 'legal@example.com',
} as const
