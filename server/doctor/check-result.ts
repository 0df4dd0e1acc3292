/** The finding of a check; a thrown error is a failure. */
export type CheckResult = string | { warning: string }

/** One line; the cause is more precise than an error for callers of the API. */
export function reasonOf(error: unknown): string {
  const { message, cause, code } = error as Error & { code?: string }
  if (cause !== undefined) return typeof cause === 'string' ? oneLine(cause) : reasonOf(cause)
  return oneLine(message || code || String(error))
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 300)
