import type { FastifyBaseLogger } from 'fastify'

/**
 * For repeated work, such as a poll or the connections of a pool: one line for each reason, not for each
 * failed try, and one on recovery.
 */
export function createFailureLog(
  log: FastifyBaseLogger,
  texts: { failed: string; worked: string },
  facts: Record<string, unknown> = {},
) {
  const reasons = new Set<string>()
  return {
    failed(err: unknown): void {
      const reason = reasonOf(err)
      if (!reasons.has(reason)) log.error({ err, ...facts }, texts.failed)
      reasons.add(reason)
    },
    worked(): void {
      if (reasons.size > 0) log.info(facts, texts.worked)
      reasons.clear()
    },
  }
}

/** Not the message, which may name a port or an id. */
function reasonOf(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: string; code?: string }
  return `${name} ${code}`
}
