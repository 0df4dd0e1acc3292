import type { FastifyBaseLogger } from 'fastify'
import type { ProviderId } from '#contract/openid.ts'

/** External services besides database and Redis, which have metrics of their own. */
export type Service = 'github' | 's3' | 'smtp' | `sign-in ${ProviderId}`

export type Outages = ReturnType<typeof createOutages>

/** Whether the last use of each service succeeded; logs each change, not each failure. */
export function createOutages(log: FastifyBaseLogger) {
  const reasons = new Map<Service, string | undefined>()
  const workedAt = new Map<Service, number>()
  return {
    worked(service: Service): void {
      if (reasons.get(service) !== undefined) log.info({ service }, 'a service is available again')
      reasons.set(service, undefined)
      workedAt.set(service, performance.now())
    },
    /** `reason` is without addresses, texts or secrets. A use that began before a successful one says nothing about now. */
    failed(service: Service, reason: string, startedAt = performance.now()): void {
      if (startedAt < (workedAt.get(service) ?? 0)) return
      if (reasons.get(service) === undefined) log.error({ service, reason }, 'a service is unavailable')
      reasons.set(service, reason)
    },
    /** The used services: 1 works, 0 does not. */
    states: (): Record<string, number> =>
      Object.fromEntries([...reasons].map(([service, reason]) => [service, Number(reason === undefined)])),
  }
}
