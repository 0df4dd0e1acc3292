import type { FastifyBaseLogger } from 'fastify'
import type { ProviderId } from '#contract/openid.ts'

/** External services besides database and Redis, which have metrics of their own. */
export type Service = 'github' | 's3' | 'smtp' | `sign-in ${ProviderId}`

export type Outages = ReturnType<typeof createOutages>

/** Whether the last use of each service succeeded; logs each change, not each failure. */
export function createOutages(log: FastifyBaseLogger) {
  const reasons = new Map<Service, string | undefined>()
  return {
    worked(service: Service): void {
      if (reasons.get(service) !== undefined) log.info({ service }, 'a service is available again')
      reasons.set(service, undefined)
    },
    /** `reason` is without addresses, texts or secrets. */
    failed(service: Service, reason: string): void {
      if (reasons.get(service) === undefined) log.error({ service, reason }, 'a service is unavailable')
      reasons.set(service, reason)
    },
    /** The used services: 1 works, 0 does not. */
    states: (): Record<string, number> =>
      Object.fromEntries([...reasons].map(([service, reason]) => [service, Number(reason === undefined)])),
  }
}
