import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { TOPICS } from './topics.ts'
import { Id, text } from './values.ts'

export const REPORT_KINDS = ['user', 'offer', 'project', 'message'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** `closed`: an offer that is filled or never was. */
export const REPORT_REASONS = ['spam', 'scam', 'abuse', 'fake', 'closed', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const MAX_REPORT_TEXT = 2000

export const ReportInput = z.object({
  kind: z.enum(REPORT_KINDS, { error: m.general_required }),
  id: z.string({ error: m.general_required }).min(1, { error: m.general_required }).max(64),
  reason: z.enum(REPORT_REASONS, { error: m.general_required }),
  text: text(MAX_REPORT_TEXT, { lines: 'many' }).optional(),
})
export type ReportInput = z.output<typeof ReportInput>

/** Visitors report public content; a message is reported by its receiver (MOD-02). */
export const reportThing = endpoint({
  method: 'POST',
  path: '/reports',
  access: 'anyone',
  // The last of several reports hides the thing.
  changes: TOPICS,
  summary: 'Reports a person, offer, project or received message to the moderators',
  body: ReportInput,
  status: 201,
  failure: m.moderation_report_failed,
  response: z.object({ message: z.string(), _id: Id }),
})

export const MAX_APPEAL = 2000

/** The token of the mail about a decision; once (MOD-03). */
export const appealDecision = endpoint({
  method: 'POST',
  path: '/appeals/:token',
  access: 'anyone',
  limits: ['appeal'],
  changes: [],
  summary: 'Asks the moderators to look at a decision again',
  params: z.object({ token: z.string().max(200) }),
  body: z.object({ text: text(MAX_APPEAL, { required: m.general_required, lines: 'many' }) }),
  status: 201,
  failure: m.moderation_appeal_failed,
  response: z.object({ message: z.string() }),
})
