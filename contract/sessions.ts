import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { paging } from './lists.ts'
import { Id, IdParams, Time } from './values.ts'

/** A valid session of the caller. No location is stored. */
export const Session = z
  .object({
    _id: Id,
    device: z.string().meta({ description: 'In words, in the language of the reader' }),
    createdAt: Time,
    lastSeenAt: Time,
    /** The one of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const listSessions = listEndpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'signed-in',
  summary: 'The sessions of the caller, newest first',
  query: z.object({ page: paging.page, limit: paging.limit }),
  item: Session,
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  access: 'signed-in',
  changes: [],
  summary: 'Ends a session of the caller, and its sockets',
  params: IdParams,
  response: z.object({ message: z.string(), _id: Id }),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  access: 'signed-in',
  changes: [],
  summary: 'Ends all sessions of the caller but this one',
  response: z.object({ message: z.string() }),
})
