import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { texts } from './texts.ts'
import { email, LIMITS, name, text } from './values.ts'

export const TICKET_CATEGORIES = {
  bug: 'Bug Report',
  feature: 'Feature Request',
  improvement: 'Improvement Suggestion',
  support: 'Technical Support',
  feedback: 'General Feedback',
  business: 'Business Inquiry',
  other: 'Other',
} as const
export type TicketCategory = keyof typeof TICKET_CATEGORIES
const KEYS = Object.keys(TICKET_CATEGORIES) as TicketCategory[]

/** Line breaks in name, e-mail and subject are removed, not refused (K1). */
const withoutBreaks = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[\r\n]+/g, ' ') : value

export const TicketInput = z.object({
  name: z.preprocess(withoutBreaks, name()),
  email: z.preprocess(withoutBreaks, email(texts.general.required)),
  category: z.enum(KEYS, { error: texts.general.required }),
  subject: z.preprocess(withoutBreaks, text(LIMITS.subject, { required: texts.general.required })),
  message: text(LIMITS.ticket, { required: texts.general.required, lines: 'many' }),
})
export type TicketInput = z.output<typeof TicketInput>

export const sendTicket = endpoint({
  method: 'POST',
  path: '/contact',
  access: 'anyone',
  limits: ['ticket'],
  changes: [],
  summary: 'Opens a support ticket',
  body: TicketInput,
  status: 201,
  failure: texts.contact.failed,
  response: z.object({ message: z.string() }),
})
