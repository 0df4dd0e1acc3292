import { queryOptions } from '@tanstack/react-query'
import { listAllAnnouncements, listAnnouncements } from '#contract/announcements.ts'
import { call } from '../lib/api.ts'

export const ANNOUNCEMENTS_KEY = ['announcements']

const readAnnouncements = async ({ signal }: { signal: AbortSignal }) =>
  (await call(listAnnouncements, { signal })).items

/** Rendered pages bring it along, as a visitor sees it (page-state.ts). */
export const announcementsQuery = () =>
  queryOptions({ queryKey: [...ANNOUNCEMENTS_KEY, 'all'], queryFn: readAnnouncements })

/** Without those that the signed-in person has dismissed, here or elsewhere. */
export const ownAnnouncementsQuery = () =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS_KEY, 'own'],
    queryFn: readAnnouncements,
    meta: { personal: true },
  })

/** For moderators. */
export const allAnnouncementsQuery = () =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS_KEY, 'moderators'],
    queryFn: async ({ signal }) => (await call(listAllAnnouncements, { signal })).items,
    meta: { personal: true },
  })
