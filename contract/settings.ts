import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { texts } from './texts.ts'
import { User } from './users.ts'
import { birthDate, LIMITS, name, optionalName, password, phone } from './values.ts'

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'signed-in',
  summary: 'The account of the caller',
  response: User,
})

/** Only these keys of the full profile are read (decision 33). */
export const AccountInput = z
  .object({
    name: name(texts.auth.nameRequired),
    surname: name(texts.auth.surnameRequired),
    phone: phone(8, texts.people.phone8),
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
  failure: texts.settings.updateFailed,
  response: z.object({ message: z.string(), user: User }),
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/settings/change-password',
  access: 'signed-in',
  changes: ['people', 'projects', 'offers'],
  summary: 'Changes the password and signs out everywhere else',
  body: z.object({
    oldPassword: z
      .string({ error: texts.settings.currentRequired })
      .min(1, texts.settings.currentRequired)
      .max(LIMITS.password),
    newPassword: password(texts.settings.newRequired),
  }),
  failure: texts.settings.passwordUpdateFailed,
  response: z.object({ message: z.string(), token: z.string() }),
})

export const deactivateAccount = endpoint({
  method: 'PUT',
  path: '/settings/delete-account/soft-delete',
  access: 'signed-in',
  changes: ['people', 'projects', 'offers'],
  summary: 'Deactivates the account',
  failure: texts.settings.removeFailed,
  response: z.object({ message: z.string() }),
})
