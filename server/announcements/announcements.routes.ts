import * as calls from '#contract/announcements.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import { insertLog } from '../moderation/log.queries.ts'
import type { Services } from '../services.ts'
import {
  deleteAnnouncement,
  deleteDismissals,
  insertAnnouncement,
  insertDismissal,
  listAnnouncements,
  requireAnnouncement,
} from './announcements.queries.ts'

export const announcementRoutes = ({ db }: Services) => [
  route(calls.listAnnouncements, ({ query, user }) => listAnnouncements(db, query, user?.id)),

  route(calls.dismissAnnouncement, {
    find: ({ params }) => requireAnnouncement(db, params.id),
    handle: async ({ found, user }) => {
      await insertDismissal(db, user.id, found)
      return { message: m.announcements_dismissed(), _id: found }
    },
  }),

  route(calls.listAllAnnouncements, ({ query }) => listAnnouncements(db, query)),

  route(calls.createAnnouncement, ({ body, user }) =>
    db.transaction().execute(async (tx) => {
      const made = await insertAnnouncement(tx, user.id, body.text)
      await insertLog(tx, {
        moderatorId: user.id,
        act: 'announce',
        thing: { kind: 'announcement', id: made._id },
        reason: made.text,
      })
      return made
    }),
  ),

  route(calls.deleteAnnouncement, {
    find: ({ params }) => requireAnnouncement(db, params.id),
    handle: async ({ found, user }) => {
      await deleteDismissals(db, found)
      await db.transaction().execute(async (tx) => {
        if (!(await deleteAnnouncement(tx, found))) throw notFound()
        const thing = { kind: 'announcement', id: found }
        await insertLog(tx, { moderatorId: user.id, act: 'remove', thing })
      })
      return { message: m.announcements_removed(), _id: found }
    },
  }),
]
