import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { email, LIMITS, name, text } from './values.ts'

export const SUPPORT_TICKET_CATEGORIES = {
  bug: m.contact_category_bug,
  feature: m.contact_category_feature,
  improvement: m.contact_category_improvement,
  support: m.contact_category_support,
  feedback: m.contact_category_feedback,
  business: m.contact_category_business,
  other: m.contact_category_other,
} as const
export type SupportTicketCategory = keyof typeof SUPPORT_TICKET_CATEGORIES
const KEYS = Object.keys(SUPPORT_TICKET_CATEGORIES) as SupportTicketCategory[]

/** Line breaks in name, e-mail and subject are removed, not refused (K1). */
const withoutBreaks = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[\r\n]+/g, ' ') : value

export const SupportTicketInput = z.object({
  name: z.preprocess(withoutBreaks, name()),
  email: z.preprocess(withoutBreaks, email(m.general_required)),
  category: z.enum(KEYS, { error: m.general_required }),
  subject: z.preprocess(withoutBreaks, text(LIMITS.subject, { required: m.general_required })),
  message: text(LIMITS.ticket, { required: m.general_required, lines: 'many' }),
})
export type SupportTicketInput = z.output<typeof SupportTicketInput>

export const sendSupportTicket = endpoint({
  method: 'POST',
  path: '/contact',
  access: 'anyone',
  limits: ['ticket'],
  changes: [],
  summary: 'Opens a support ticket',
  body: SupportTicketInput,
  status: 201,
  failure: m.contact_failed,
  response: z.object({ message: z.string() }),
})
