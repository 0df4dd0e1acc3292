import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RESERVED_HANDLES } from './reserved-handles.ts'
import { m } from './texts.ts'
import { ROLES, User } from './users.ts'
import { Id } from './values.ts'

export const HANDLE_LENGTH = { min: 3, max: 30 }

/** Handles ignore case. */
const Handle = z
  .string({ error: m.general_required })
  .trim()
  .min(1, { error: m.general_required, abort: true })
  .min(HANDLE_LENGTH.min, { error: m.handles_length, abort: true })
  .max(HANDLE_LENGTH.max, { error: m.handles_length, abort: true })
  .toLowerCase()
  .regex(/^[a-z0-9-]+$/, { error: m.handles_characters, abort: true })
  .refine((handle) => !RESERVED_HANDLES.has(handle), { error: m.handles_reserved })

export const HandleInput = z.object({ handle: Handle })

export const setHandle = endpoint({
  method: 'PUT',
  path: '/users/handle',
  access: 'signed-in',
  changes: ['people'],
  summary: 'Sets the short address of the own page; the former one leads there for a while',
  body: HandleInput,
  failure: m.handles_failed,
  response: z.object({ message: z.string(), user: User }),
})

/** The owner of `/@{handle}`; `handle` differs from the requested one if that is a former one. */
export const HandleOwner = z
  .object({ _id: Id, role: z.enum(ROLES), handle: z.string() })
  .meta({ id: 'HandleOwner' })
export type HandleOwner = z.infer<typeof HandleOwner>

export const getHandle = endpoint({
  method: 'GET',
  path: '/users/handle/:handle',
  access: 'anyone',
  limits: ['contacts'],
  shows: ['people'],
  cached: false,
  summary: 'Whose short address this is',
  params: z.object({ handle: z.string().max(HANDLE_LENGTH.max).toLowerCase() }),
  failure: m.people_user_failed,
  response: HandleOwner,
})
