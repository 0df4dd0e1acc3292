import type { FastifyBaseLogger } from 'fastify'

/** Services beside database and Redis, which report their own state. */
export type Service = 'github' | 's3' | 'smtp'

export type Outages = ReturnType<typeof createOutages>

/** Remembers whether the last use of a service succeeded; one line in the log for each change, not for each failure. */
export function createOutages(log: FastifyBaseLogger) {
  const reasons = new Map<Service, string | undefined>()
  return {
    worked(service: Service): void {
      if (reasons.get(service) !== undefined) log.info({ service }, 'a service is available again')
      reasons.set(service, undefined)
    },
    /** `reason` without addresses, texts or secrets. */
    failed(service: Service, reason: string): void {
      if (reasons.get(service) === undefined) log.error({ service, reason }, 'a service is unavailable')
      reasons.set(service, reason)
    },
    /** Of those that were used: 1 works, 0 does not. */
    states: (): Record<string, number> =>
      Object.fromEntries([...reasons].map(([service, reason]) => [service, Number(reason === undefined)])),
  }
}
