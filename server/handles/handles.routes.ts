import { getHandle, setHandle } from '#contract/handles.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { requireUser } from '../users/users.queries.ts'
import { findHandleOwner, redirectsSince, takeHandle } from './handles.queries.ts'

export const handleRoutes = ({ config, db }: Services) => [
  route(getHandle, {
    find: async ({ params }) => {
      const owner = await findHandleOwner(db, params.handle, redirectsSince(config))
      if (!owner) throw notFound()
      return owner
    },
    handle: async ({ found }) => found,
  }),

  route(setHandle, async ({ body, user }) => {
    const taking = { userId: user.id, handle: body.handle, since: redirectsSince(config) }
    await db.transaction().execute((tx) => takeHandle(tx, taking))
    return { message: m.handles_saved(), user: await requireUser({ config, db }, user.id) }
  }),
]
