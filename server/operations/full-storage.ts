import type { FastifyBaseLogger } from 'fastify'

/** Some writes may find space while others do not. */
const QUIET_MS = 1000

/** Logs once that the database has no space left to write, and once that it has again: its disk may be on another machine. */
export function createFullStorageLog(log: FastifyBaseLogger) {
  let failedAt: number | undefined
  return {
    failed({ code, message }: { code?: string; message: string }): void {
      if (failedAt === undefined)
        log.error({ reason: `${code ?? ''} ${message}`.trim() }, 'the database has no space left to write')
      failedAt = performance.now()
    },
    /** After a response that has stored something. */
    stored(): void {
      if (failedAt === undefined || performance.now() - failedAt < QUIET_MS) return
      failedAt = undefined
      log.info('the database has space to write again')
    },
  }
}
