import { PermanentFailure } from '../jobs/jobs.ts'
import type { Outages } from '../operations/outages.ts'
import type { Mailer } from './mail-transport.ts'

/** Reports the state of the mail server; one that refuses a single mail works. */
export function withOutages(mailer: Mailer, outages: Outages): Mailer {
  const watched =
    <Input>(act: (given: Input) => Promise<void>) =>
    async (given: Input) => {
      const startedAt = performance.now()
      try {
        await act(given)
        outages.worked('smtp')
      } catch (error) {
        const { code, responseCode, name } = error as { code?: string; responseCode?: number; name: string }
        if (error instanceof PermanentFailure) outages.worked('smtp')
        else outages.failed('smtp', [code ?? name, responseCode].filter(Boolean).join(' '), startedAt)
        throw error
      }
    }
  return { ...mailer, send: watched(mailer.send), dryRun: watched(mailer.dryRun) }
}
