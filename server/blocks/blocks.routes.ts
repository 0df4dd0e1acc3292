import { blockPerson, listBlocks as listBlocksCall } from '#contract/blocks.ts'
import { route } from '../http/route.ts'
import { setBlock } from '../messages/blocking.queries.ts'
import type { Services } from '../services.ts'
import { listBlocks, requireBlockable } from './blocks.queries.ts'

export const blockRoutes = ({ bus, db, realtime }: Services) => [
  route(listBlocksCall, ({ query, user }) => listBlocks(db, user.id, query)),

  route(blockPerson, {
    find: ({ params, user }) => requireBlockable(db, user.id, params.id),
    handle: async ({ params, body, user }) => {
      const changed = await db.transaction().execute((tx) => setBlock(tx, user.id, params.id, body.blocked))
      if (changed) {
        realtime.notify([changed])
        bus.publish({ kind: 'blocks', userIds: [user.id, params.id] })
      }
      return { blocked: body.blocked }
    },
  }),
]
