import { decideRequest as decideRequestCall, muteConversation } from '#contract/messages.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { requirePartner, requireReadable } from './messages.queries.ts'
import { decideRequest, muteSide } from './requests.queries.ts'

/** The caller's state of a conversation: its request accepted or declined, muted. */
export const requestRoutes = ({ db, jobs, realtime }: Services) => [
  route(decideRequestCall, {
    // Also of a deactivated person, or it would stay in the list forever.
    find: ({ params, user }) => requireReadable(db, user.id, params.id),
    handle: async ({ params, body, user }) => {
      const changed = await db
        .transaction()
        .execute((tx) => decideRequest(tx, user.id, params.id, body.accept))
      if (!changed) throw notFound()
      realtime.notify([changed])
      jobs.wake()
      return { _id: params.id, request: false }
    },
  }),

  route(muteConversation, {
    find: ({ params, user }) => requirePartner(db, user.id, params.id),
    handle: async ({ params, body, user }) => {
      const changed = await db.transaction().execute((tx) => muteSide(tx, user.id, params.id, body.muted))
      if (!changed) throw notFound()
      realtime.notify([changed])
      return { _id: params.id, muted: body.muted }
    },
  }),
]
