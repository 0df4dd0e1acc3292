import { z } from 'zod'
import type { Db } from '../lib/db.ts'

/** Every kind of background work, with the payload that is stored for it. Handlers stand in handlers.ts. */
export const JOB_PAYLOADS = {
  'reset mail': z.object({ email: z.string() }),
  'password changed mail': z.object({ userId: z.string() }),
  'ticket mail': z.object({ ticketId: z.string() }),
  'search texts': z.object({ userId: z.string() }),
  'hidden work': z.object({ userId: z.string() }),
  'invalidate caches': z.object({}),
}

export type JobKind = keyof typeof JOB_PAYLOADS
export type JobPayload<Kind extends JobKind> = z.infer<(typeof JOB_PAYLOADS)[Kind]>

/** A queue in the database: a job is stored in the transaction of its cause, run once, and retried when it fails. */
export type Jobs = {
  /** In the transaction of its cause, so that both happen or neither. */
  add: <Kind extends JobKind>(db: Db, kind: Kind, payload: JobPayload<Kind>) => Promise<void>
  /** Runs due jobs in the background; call it after the commit. */
  wake: () => void
  /** Polls for jobs that a failure or a kill left behind. */
  start: () => void
  /** Resolves when no job is due or running. */
  settled: () => Promise<void>
  close: () => Promise<void>
}
