import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LANGUAGES } from './locale.ts'
import { QuietHours } from './notification-settings.ts'
import { m } from './texts.ts'
import { User } from './users.ts'
import { birthDate, LIMITS, name, optionalName, password, phone } from './values.ts'

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'signed-in',
  summary: 'The account of the caller',
  response: User,
})

/** The current values that the sections of the settings show; the others are in the profile. */
export const SettingsSummary = z
  .object({
    secondFactor: z.boolean(),
    sessions: z.number().int(),
    blocked: z.number().int(),
    /** Notification types with mail. */
    mailTypes: z.array(z.number().int()),
    quiet: QuietHours.nullable(),
    /** A recruiter's verified domain. */
    domain: z.string().nullable(),
  })
  .meta({ id: 'SettingsSummary' })
export type SettingsSummary = z.infer<typeof SettingsSummary>

export const getSettingsSummary = endpoint({
  method: 'GET',
  path: '/settings/summary',
  access: 'signed-in',
  summary: 'The current values that the sections of the settings show',
  response: SettingsSummary,
})

/** Only these keys of the full profile are read (decision 33). */
export const AccountInput = z
  .object({
    name: name(m.auth_name_required),
    surname: name(m.auth_surname_required),
    phone: phone(8, m.people_phone_8),
    birthDate: birthDate(),
    role: z.object({
      developer: z.object({ location: optionalName() }).partial().optional(),
      recruiter: z.object({ location: optionalName() }).partial().optional(),
    }),
  })
  .partial()

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/settings/profile',
  access: 'signed-in',
  changes: ['people', 'projects', 'offers'],
  summary: 'Changes name, phone, birth date and location',
  body: AccountInput,
  failure: m.settings_update_failed,
  response: z.object({ message: z.string(), user: User }),
})

/** For mails, error texts, and pages while signed in; '' leaves it to the address. */
export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/settings/language',
  access: 'signed-in',
  changes: [],
  summary: 'Chooses the language of the caller',
  body: z.object({ language: z.enum(['', ...LANGUAGES], { error: m.general_invalid }) }),
  failure: m.settings_update_failed,
  response: z.object({ message: z.string(), user: User }),
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/settings/change-password',
  access: 'signed-in',
  limits: ['credentials'],
  changes: [],
  summary: 'Changes the password and signs out everywhere else',
  body: z.object({
    oldPassword: z
      .string({ error: m.settings_current_required })
      .min(1, { error: m.settings_current_required })
      .max(LIMITS.password),
    newPassword: password(m.settings_new_required),
  }),
  failure: m.settings_password_update_failed,
  response: z.object({ message: z.string(), token: z.string() }),
})

export const deactivateAccount = endpoint({
  method: 'PUT',
  path: '/settings/delete-account/soft-delete',
  access: 'signed-in',
  changes: ['people', 'projects', 'offers'],
  summary: 'Deactivates the account',
  failure: m.settings_remove_failed,
  response: z.object({ message: z.string() }),
})
