/** The signs of a scam that a text can bear (TRUST-03). */
export const WARNINGS = ['wallet', 'repository', 'documents', 'money', 'messenger'] as const
export type Warning = (typeof WARNINGS)[number]
