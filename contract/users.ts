import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LANGUAGES } from './locale.ts'
import { m } from './texts.ts'
import { email, FileUrl, Id, knownEmail, LIMITS, name, password, Time } from './values.ts'

export const ROLES = ['developer', 'recruiter'] as const
export type Role = (typeof ROLES)[number]

/** The lifetime of a session and its token (decision 26, A5). */
export const SESSION_DAYS = 7

/** Local-storage key of the token (decision 26). */
export const TOKEN_KEY = 'token'

/** The name and the picture by which somebody is shown. */
export const personFields = { _id: Id, name: z.string(), surname: z.string(), avatar: FileUrl }

export const Language = z.object({ language: z.string(), languageLevel: z.string() }).meta({ id: 'Language' })
export type Language = z.infer<typeof Language>

export const DeveloperDetails = z.object({
  professionalPosition: z.string(),
  resume: FileUrl,
  experienceYears: z.string(),
  location: z.string(),
  linkedin: z.string(),
  github: z.string(),
  skills: z.array(z.string()),
  languages: z.array(Language),
})

export const RecruiterContact = z.object({ email: z.string(), phone: z.string() })

export const RecruiterDetails = z.object({
  companyName: z.string(),
  location: z.string(),
  sector: z.string(),
  website: z.string(),
  contact: RecruiterContact,
  contactEmail: z.string(),
  contactPhone: z.string(),
  multimedia: z.array(FileUrl),
})

export const DeveloperRole = z.object({ type: z.literal('developer'), developer: DeveloperDetails })
export const RecruiterRole = z.object({ type: z.literal('recruiter'), recruiter: RecruiterDetails })

/** The whole account, only ever sent to its owner (decision 30). */
export const User = z
  .object({
    _id: Id,
    name: z.string(),
    surname: z.string(),
    email: z.string(),
    phone: z.string(),
    birthDate: z.string().nullable(),
    avatar: FileUrl,
    description: z.string(),
    createdAt: Time,
    /** Of the short address `/@{handle}`. */
    handle: z.string().nullable(),
    /** Chosen in the settings, or ''. */
    language: z.enum(['', ...LANGUAGES]),
    emailConfirmed: z.boolean(),
    hasCompletedOnboarding: z.boolean(),
    /** For moderators only. */
    moderator: z.literal(true).optional(),
    role: z.discriminatedUnion('type', [DeveloperRole, RecruiterRole]),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** The fields of a person that lists show to anyone. */
export const PersonCard = User.pick({
  _id: true,
  name: true,
  surname: true,
  avatar: true,
  description: true,
  createdAt: true,
})

const RoleInput = z
  .union([z.enum(ROLES), z.object({ type: z.enum(ROLES) }).transform((role) => role.type)], {
    error: m.auth_invalid_role,
  })
  .optional()
  .default('developer')

const confirmationKeys = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return 'confirm-password' in body || !('confirmPassword' in body)
    ? body
    : { ...body, 'confirm-password': body.confirmPassword }
}

/** decision 31: the hyphenated key is canonical, `confirmPassword` and `{ type }` are accepted. */
export const Registration = z.preprocess(
  confirmationKeys,
  z
    .object({
      name: name(m.auth_name_required),
      surname: name(m.auth_surname_required),
      email: email(),
      password: password(),
      'confirm-password': z
        .string({ error: m.auth_confirm_required })
        .min(1, { error: m.auth_confirm_required }),
      role: RoleInput,
    })
    .refine((body) => body['confirm-password'] === '' || body['confirm-password'] === body.password, {
      path: ['confirm-password'],
      error: m.auth_passwords_differ,
      when: ({ value }) => typeof (value as { password?: unknown })?.password === 'string',
    }),
)

export const Credentials = z.object({
  email: z
    .string({ error: m.general_required })
    .trim()
    .min(1, { error: m.general_required })
    .max(LIMITS.email),
  password: z
    .string({ error: m.general_required })
    .min(1, { error: m.general_required })
    .max(LIMITS.password),
})

/** Local-storage key of the proof that this browser signed in before. */
export const DEVICE_KEY = 'device'

/** The proof of a known device (X7), as a sign-in returned it; an invalid one has no effect. */
export const signInDevice = z.string().max(200).optional()

/** `device` is to be stored, and sent with the next sign-in. */
export const SignedIn = z.object({ token: z.string(), device: z.string() })

export const register = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'anyone',
  limits: ['register'],
  changes: [],
  summary: 'Opens an account',
  body: Registration,
  status: 201,
  failure: m.auth_register_failed,
  response: z.object({
    message: z.string(),
    user: z.object({
      _id: Id,
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      role: z.object({ type: z.enum(ROLES) }),
    }),
  }),
})

export const login = endpoint({
  method: 'POST',
  path: '/users/login',
  access: 'anyone',
  changes: [],
  summary: 'Signs in',
  body: Credentials.extend({ device: signInDevice }),
  response: SignedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/users/logout',
  access: 'signed-in',
  // Never refused.
  limits: [],
  changes: [],
  summary: 'Ends this sign-in on the server',
  status: 204,
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/users/getUserProfile',
  access: 'signed-in',
  summary: 'The account of the caller',
  failure: m.auth_invalid_token,
  unauthenticated: m.auth_invalid_token,
  response: User,
})

export const ForgotPassword = z.object({ email: knownEmail(m.auth_add_your_email) })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/users/forgot-password',
  access: 'anyone',
  limits: ['forgotAddress'],
  changes: [],
  summary: 'Sends a reset link, if the account exists',
  body: ForgotPassword.extend({ device: signInDevice }),
  failure: m.auth_mail_failed,
  response: z.object({ message: z.string() }),
})

export const checkResetLink = endpoint({
  method: 'GET',
  path: '/users/reset-password/:token',
  access: 'anyone',
  shows: [],
  cached: false,
  summary: 'Whether a reset link is valid',
  params: z.object({ token: z.string().max(200) }),
  failure: m.general_request_failed,
  response: z.object({ valid: z.boolean() }),
})

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/users/reset-password/:token',
  access: 'anyone',
  changes: [],
  summary: 'Sets a new password with a reset link',
  params: z.object({ token: z.string().max(200) }),
  body: z.object({ password: password(m.general_required) }),
  failure: m.auth_reset_failed,
  response: z.object({ msg: z.string() }),
})
