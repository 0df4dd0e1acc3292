import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { email, LIMITS } from './values.ts'

/** The secret part of a link in a mail. */
const LinkToken = z.object({ token: z.string({ error: m.general_required }).max(200) })

/** The caller's password, where access to a signed-in device must not suffice. */
export const ownPassword = () =>
  z
    .string({ error: m.settings_current_required })
    .min(1, { error: m.settings_current_required })
    .max(LIMITS.password)

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/confirm',
  access: 'anyone',
  limits: ['mailLink'],
  changes: [],
  summary: 'Confirms an address with the newest link that was mailed to it',
  body: LinkToken,
  failure: m.general_request_failed,
  response: z.object({ message: z.string() }),
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/users/confirm/again',
  access: 'signed-in',
  limits: ['resendConfirmation'],
  changes: [],
  summary: 'Mails a new link to confirm the address; the former ones end',
  response: z.object({ message: z.string() }),
})

export const EmailChange = z.object({ email: email(), password: ownPassword() })

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/users/email',
  access: 'signed-in',
  limits: ['changeEmail'],
  changes: [],
  summary: 'Changes the address once the new one is confirmed; the same response for a taken one',
  body: EmailChange,
  response: z.object({ message: z.string() }),
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/users/email/undo',
  access: 'anyone',
  limits: ['mailLink'],
  changes: [],
  summary: 'Brings the former address back, and ends all sessions',
  body: LinkToken,
  failure: m.general_request_failed,
  response: z.object({ message: z.string() }),
})
