import { PHONE_LENGTH } from '#contract/onboarding.ts'

/** A space after the first three characters, at most 16 in all (VAL-73, VAL-74). */
export function formatPhone(typed: string): string {
  const spaced = typed.length > 3 && typed[3] !== ' ' ? `${typed.slice(0, 3)} ${typed.slice(3)}` : typed
  return spaced.slice(0, PHONE_LENGTH)
}
