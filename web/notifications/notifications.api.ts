import { infiniteQueryOptions } from '@tanstack/react-query'
import { listNotifications, markNotificationsRead, type ReadInput } from '#contract/notifications.ts'
import { call } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

/** The prefix of every key below. */
export const NOTIFICATIONS_KEY = ['notifications']

/** The server's maximum. */
const PER_PAGE = 40

/** All of the last 90 days, newest first, a page at a time. */
export const notificationsQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...NOTIFICATIONS_KEY, unread ? 'unread' : 'all'],
    queryFn: (context) => {
      const query = { page: context.pageParam, limit: PER_PAGE, ...(unread && { unread }) }
      const read = apiQuery(listNotifications, { query })
      return read(context as Parameters<typeof read>[0])
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.total > page * PER_PAGE ? page + 1 : undefined),
    meta: { personal: true },
  })

/** The maximum of ids per request. */
const MAX_IDS = 100

export async function markRead({ ids = [], upTo }: ReadInput): Promise<void> {
  if (upTo !== undefined) await call(markNotificationsRead, { body: { upTo } })
  for (let first = 0; first < ids.length; first += MAX_IDS) {
    await call(markNotificationsRead, { body: { ids: ids.slice(first, first + MAX_IDS) } })
  }
}
