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
      await insertDismissal(db, user.id, found._id)
      return { message: m.announcements_dismissed(), _id: found._id }
    },
  }),

  route(calls.listAllAnnouncements, ({ query }) => listAnnouncements(db, query)),

  route(calls.createAnnouncement, {
    handle: ({ body, user }) =>
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
    replay: (_early, id) => requireAnnouncement(db, id),
  }),

  route(calls.deleteAnnouncement, {
    find: ({ params }) => requireAnnouncement(db, params.id),
    handle: async ({ found: { _id }, user }) => {
      await deleteDismissals(db, _id)
      await db.transaction().execute(async (tx) => {
        if (!(await deleteAnnouncement(tx, _id))) throw notFound()
        await insertLog(tx, { moderatorId: user.id, act: 'remove', thing: { kind: 'announcement', id: _id } })
      })
      return { message: m.announcements_removed(), _id }
    },
  }),
]
