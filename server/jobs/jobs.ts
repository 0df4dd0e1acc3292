import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../lib/db.ts'

/** Every kind of background work, with its stored payload. The handlers are in handlers.ts. */
export const JOB_PAYLOADS = {
  'reset mail': z.object({ email: z.string() }),
  'password changed mail': z.object({ userId: z.string() }),
  'confirm mail': z.object({ userId: z.string() }),
  'email change mails': z.object({ userId: z.string() }),
  'account safety mail': z.object({
    userId: z.string(),
    what: z.enum([
      'totpOn',
      'totpOff',
      'codesNew',
      'passkeyAdded',
      'passkeyRemoved',
      'identityAdded',
      'identityRemoved',
      'offByOperator',
    ]),
  }),
  'verification mail': z.object({ userId: z.string() }),
  'verification end': z.object({ userId: z.string() }),
  'new device mail': z.object({ sessionId: z.string() }),
  'ticket mail': z.object({ ticketId: z.string() }),
  'ticket answer mail': z.object({ answerId: z.string() }),
  'moderation mail': z.object({ decisionId: z.string() }),
  'suspension end': z.object({ userId: z.string() }),
  deliveries: z.object({ userId: z.string() }),
  'notification mail': z.object({ batchId: z.string() }),
  'missed messages': z.object({ userId: z.string(), peerId: z.string() }),
  push: z.object({ batchId: z.string() }),
  'invalidate caches': z.object({}),
  'offer ended': z.object({ offerId: z.string(), rejectedBy: z.string().nullable() }),
  'hidden work': z.object({ userId: z.string() }),
  'search texts': z.object({ userId: z.string() }),
  'declined messages': z.object({ conversationId: z.string(), userId: z.string(), upTo: z.number() }),
  'back-fill': z.object({ migration: z.string() }),
}

export type JobKind = keyof typeof JOB_PAYLOADS
export type JobPayload<Kind extends JobKind> = z.infer<(typeof JOB_PAYLOADS)[Kind]>

/** Kinds with workers of their own, independent of other lanes (X6). */
export type Lane = {
  /** The most urgent first. */
  kinds: JobKind[]
  /** In each process. */
  concurrency: number
  /** The timeout of one attempt. */
  timeoutMs: number
}

/** Every kind is in one lane: `mail` waits for other servers, `quick` is due within 2 s, `slow` processes many rows. */
export const lanesOf = ({ SMTP_CONNECTIONS }: Pick<Config, 'SMTP_CONNECTIONS'>): Record<string, Lane> => ({
  mail: {
    kinds: [
      'reset mail',
      'password changed mail',
      'confirm mail',
      'email change mails',
      'verification mail',
      'new device mail',
      'account safety mail',
      'moderation mail',
      'ticket answer mail',
      'notification mail',
      'ticket mail',
    ],
    concurrency: SMTP_CONNECTIONS,
    timeoutMs: 90_000,
  },
  push: { kinds: ['push'], concurrency: 4, timeoutMs: 30_000 },
  quick: {
    kinds: [
      'deliveries',
      'suspension end',
      'invalidate caches',
      'missed messages',
      'offer ended',
      'verification end',
    ],
    concurrency: 2,
    timeoutMs: 30_000,
  },
  slow: {
    kinds: ['hidden work', 'declined messages', 'search texts', 'back-fill'],
    concurrency: 1,
    timeoutMs: 10 * 60_000,
  },
})

/** Their handlers add jobs of other lanes, which are then started at once. */
export const ADDING_KINDS: readonly string[] = ['deliveries', 'missed messages'] satisfies JobKind[]

/** Their payload is personal: it is deleted when the job fails for good (G16), which can then not be retried. */
export const PERSONAL_KINDS: readonly string[] = ['reset mail'] satisfies JobKind[]

/** Retried without a limit, since no other job repeats their work. */
export const UNLIMITED_RETRY_KINDS: readonly string[] = ['back-fill'] satisfies JobKind[]

/** Thrown by a handler for a permanent failure: no retry. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/**
 * A queue in the database: a job is stored in the transaction of its cause, run once, and retried when it fails. Jobs for
 * a later time, with a key to cancel or replace them, are stored by `scheduleJob` (jobs.queries.ts).
 */
export type Jobs = {
  /** In the transaction of its cause, so that both happen or neither. */
  add: <Kind extends JobKind>(db: Db, kind: Kind, payload: JobPayload<Kind>) => Promise<void>
  /** Runs due jobs in the background; call it after the commit. Without it they begin within 2 s. */
  wake: () => void
  /** Polls for due jobs, also those left by a failure or a kill. */
  start: () => void
  /** Resolves when no job is due or running. */
  settled: () => Promise<void>
  /** Waits a moment for the running ones; the rest is taken over by another process. */
  close: () => Promise<void>
}
