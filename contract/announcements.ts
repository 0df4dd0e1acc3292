import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { ListQuery } from './lists.ts'
import { m } from './texts.ts'
import { Id, IdParams, Time, text } from './values.ts'

/** Characters. */
export const MAX_ANNOUNCEMENT = 500

/** Local-storage key of the announcements dismissed in this browser. */
export const DISMISSED_KEY = 'dismissedAnnouncements'

/** A notice by moderators, shown on every page until it is dismissed (MOD-06). */
export const Announcement = z
  .object({ _id: Id, text: z.string(), createdAt: Time })
  .meta({ id: 'Announcement' })
export type Announcement = z.infer<typeof Announcement>

export const listAnnouncements = listEndpoint({
  method: 'GET',
  path: '/announcements',
  access: 'anyone',
  shows: ['announcements'],
  summary: 'The announcements, newest first, without those that the caller has dismissed',
  query: ListQuery,
  item: Announcement,
})

export const dismissAnnouncement = endpoint({
  method: 'PUT',
  path: '/announcements/:id/dismiss',
  access: 'signed-in',
  changes: [],
  summary: 'Dismisses an announcement for the caller',
  params: IdParams,
  response: z.object({ message: z.string(), _id: Id }),
})

export const listAllAnnouncements = listEndpoint({
  method: 'GET',
  path: '/admin/announcements',
  access: 'moderator',
  summary: 'All announcements, newest first, with who wrote them',
  query: ListQuery,
  item: Announcement.extend({ moderator: z.string() }),
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/announcements',
  access: 'moderator',
  changes: ['announcements'],
  summary: 'Shows a text on every page until it is dismissed or removed',
  body: z.object({ text: text(MAX_ANNOUNCEMENT, { required: m.general_required, lines: 'many' }) }),
  status: 201,
  response: Announcement,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/admin/announcements/:id',
  access: 'moderator',
  changes: ['announcements'],
  summary: 'Removes an announcement for everybody',
  params: IdParams,
  response: z.object({ message: z.string(), _id: Id }),
})
