import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NOTIFICATION_TYPES } from './notifications.ts'
import { m } from './texts.ts'

export const MAIL_MODES = ['instant', 'hourly', 'daily', 'weekly', 'never'] as const
export type MailMode = (typeof MAIL_MODES)[number]

/** Channels of a kind of notification. */
export const Channels = z.object({ bell: z.boolean(), mail: z.enum(MAIL_MODES), push: z.boolean() })
export type Channels = z.infer<typeof Channels>

const TYPES = Object.values(NOTIFICATION_TYPES).map(String)

const often = (mail: MailMode): Channels => ({ bell: true, mail, push: true })

/** The default by type: mail for expected news, none for events that the product shows anyway. */
export const DEFAULT_CHANNELS: Record<string, Channels> = {
  ...Object.fromEntries(TYPES.map((type) => [type, often('instant')])),
  [NOTIFICATION_TYPES.like]: { bell: true, mail: 'never', push: false },
  [NOTIFICATION_TYPES.comment]: { bell: true, mail: 'never', push: false },
  [NOTIFICATION_TYPES.newApplication]: often('hourly'),
}

/** A person's choices by type; the rest is the default. */
export const ChosenChannels = z.partialRecord(z.enum(TYPES), Channels.partial())
export type ChosenChannels = z.infer<typeof ChosenChannels>

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.general_invalid })

const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Every day from one time to another, of the next day if it is earlier, in an IANA time zone. */
export const QuietHours = z
  .object({
    from: TimeOfDay,
    to: TimeOfDay,
    zone: z.string().max(60).refine(isZone, { error: m.general_invalid }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: m.general_invalid })
export type QuietHours = z.infer<typeof QuietHours>

export const NotificationSettings = z.object({
  kinds: z.record(z.string(), Channels),
  quiet: QuietHours.nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export function channelsOf(chosen: ChosenChannels, type: number): Channels {
  const standard = DEFAULT_CHANNELS[type] ?? often('never')
  const { bell = standard.bell, mail = standard.mail, push = standard.push } = chosen[String(type)] ?? {}
  return { bell, mail, push }
}

export const allChannels = (chosen: ChosenChannels): NotificationSettings['kinds'] =>
  Object.fromEntries(TYPES.map((type) => [type, channelsOf(chosen, Number(type))]))

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/settings/notifications',
  access: 'signed-in',
  summary: 'Where each kind of notification appears, and quiet hours',
  response: NotificationSettings,
})

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/settings/notifications',
  access: 'signed-in',
  changes: [],
  summary: 'Changes the given keys only',
  body: z.object({ kinds: ChosenChannels.optional(), quiet: QuietHours.nullable().optional() }),
  response: NotificationSettings,
})

/** The address in mails; by the button of its page, or by a mail program (RFC 8058), whose form body it ignores. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  access: 'anyone',
  limits: ['unsubscribe'],
  changes: [],
  summary: 'Turns off the mails of the kinds that a mail was about, by its signed token',
  query: z.object({ token: z.string().max(200).optional() }),
  body: z.object({ token: z.string().max(200).optional() }),
  acceptsForm: true,
  /** `type` is the first of `types`: only a digest has several. */
  response: z.object({ message: z.string(), type: z.number().int(), types: z.array(z.number().int()) }),
})
