import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { texts } from './texts.ts'
import { email, FileUrl, Id, knownEmail, LIMITS, name, password, Time } from './values.ts'

export const ROLES = ['developer', 'recruiter'] as const
export type Role = (typeof ROLES)[number]

/** The lifetime of a session and its token (decision 26, A5). */
export const SESSION_DAYS = 7

/** Local-storage key of the token (decision 26). */
export const TOKEN_KEY = 'token'

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
    hasCompletedOnboarding: z.boolean(),
    role: z.discriminatedUnion('type', [DeveloperRole, RecruiterRole]),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

const RoleInput = z
  .union([z.enum(ROLES), z.object({ type: z.enum(ROLES) }).transform((role) => role.type)], {
    error: texts.auth.invalidRole,
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
      name: name(texts.auth.nameRequired),
      surname: name(texts.auth.surnameRequired),
      email: email(),
      password: password(),
      'confirm-password': z.string({ error: texts.auth.confirmRequired }).min(1, texts.auth.confirmRequired),
      role: RoleInput,
    })
    .refine((body) => body['confirm-password'] === '' || body['confirm-password'] === body.password, {
      path: ['confirm-password'],
      message: texts.auth.passwordsDiffer,
      when: ({ value }) => typeof (value as { password?: unknown })?.password === 'string',
    }),
)

export const Credentials = z.object({
  email: z.string({ error: texts.general.required }).trim().min(1, texts.general.required).max(LIMITS.email),
  password: z.string({ error: texts.general.required }).min(1, texts.general.required).max(LIMITS.password),
})

/** Local-storage key of the proof that this browser signed in before. */
export const DEVICE_KEY = 'device'

/** The proof of a known device (X7), as a sign-in returned it; an invalid one has no effect. */
const device = z.string().max(200).optional()

export const register = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'anyone',
  limits: ['register'],
  changes: [],
  summary: 'Opens an account',
  body: Registration,
  status: 201,
  failure: texts.auth.registerFailed,
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
  body: Credentials.extend({ device }),
  response: z.object({ token: z.string(), device: z.string() }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/users/logout',
  access: 'signed-in',
  changes: [],
  summary: 'Ends this sign-in on the server',
  status: 204,
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/users/getUserProfile',
  access: 'signed-in',
  summary: 'The account of the caller',
  failure: texts.auth.invalidToken,
  unauthenticated: texts.auth.invalidToken,
  response: User,
})

export const ForgotPassword = z.object({ email: knownEmail(texts.auth.addYourEmail) })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/users/forgot-password',
  access: 'anyone',
  limits: ['forgotAddress'],
  changes: [],
  summary: 'Sends a reset link, if the account exists',
  body: ForgotPassword.extend({ device }),
  failure: texts.auth.mailFailed,
  response: z.object({ message: z.string() }),
})

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/users/reset-password/:token',
  access: 'anyone',
  changes: [],
  summary: 'Sets a new password with a reset link',
  params: z.object({ token: z.string().max(200) }),
  body: z.object({ password: password(texts.general.required) }),
  failure: texts.auth.resetFailed,
  response: z.object({ msg: z.string() }),
})
