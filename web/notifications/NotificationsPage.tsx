import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Page as ListPage } from '#contract/endpoint.ts'
import type { Notification, ReadInput } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { useAuth } from '../lib/auth.ts'
import { useNow } from '../lib/clock.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { withParams } from '../lists/list-params.ts'
import { dayLabel } from '../messages/days.ts'
import { type Inbox, inboxOf, useInbox } from '../messages/inbox.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { type Day, groupByDay } from './groups.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { markRead, NOTIFICATIONS_KEY, notificationsQuery } from './notifications.api.ts'

const isUnreadOnly = (search: URLSearchParams) => search.get('unread') === 'true'

/** All notifications of the last 90 days (NTFY-02). */
export default function NotificationsPage() {
  const { id } = useAuth()
  return id === undefined ? null : <Notifications inbox={inboxOf(id)} />
}

function Notifications({ inbox }: { inbox: Inbox }) {
  const [search, setSearch] = useSearchParams()
  const unread = isUnreadOnly(search)
  const list = useInfiniteQuery(notificationsQuery(unread))
  const marking = useMarkRead()
  useLiveNotifications(inbox)
  const unreadCount = useInbox(inbox, ({ counts }) => counts?.bell ?? 0)

  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const [newest] = items
  const hasUnread = unreadCount > 0 || items.some(({ readAt }) => readAt === null)

  return (
    <Page
      title={m.notifications_title()}
      width="prose"
      actions={
        <>
          <Button
            variant="outline"
            loading={marking.isPending}
            disabled={!newest || !hasUnread}
            onClick={() => newest && marking.mutate({ upTo: newest._id })}
          >
            {m.notifications_mark_all()}
          </Button>
          <Link to={paths.notificationSettings()} className={buttonStyles({ variant: 'ghost' })}>
            {m.notifications_settings_link()}
          </Link>
        </>
      }
    >
      {marking.isError && (
        <Alert tone="danger" className="mb-4">
          {marking.error.message}
        </Alert>
      )}
      <Tabs<'all' | 'unread'>
        label={m.notifications_filter()}
        variant="pill"
        tabs={[
          { value: 'all', label: m.notifications_filter_all() },
          { value: 'unread', label: m.notifications_filter_unread() },
        ]}
        value={unread ? 'unread' : 'all'}
        onChange={(next) =>
          setSearch(withParams(search, { unread: next === 'unread' ? 'true' : '' }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      >
        <GrowingList
          query={list}
          loading={<Loading />}
          empty={<Empty unread={unread} />}
          moreLabel={m.notifications_older()}
        >
          {(items) => (
            <Days days={groupByDay(items)} onRead={(ids) => ids.length > 0 && marking.mutate({ ids })} />
          )}
        </GrowingList>
      </Tabs>
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  return queryClient.prefetchInfiniteQuery(notificationsQuery(isUnreadOnly(url.searchParams)))
}

/** Refetches the list on new notifications, or when some were read on another device. */
function useLiveNotifications(inbox: Inbox) {
  const queryClient = useQueryClient()
  const bell = useInbox(inbox, (state) => state.bell)
  const count = useInbox(inbox, ({ counts }) => counts?.bell)
  const known = useRef({ bell, count })
  useEffect(() => {
    const before = known.current
    known.current = { bell, count }
    if (before.bell === bell && before.count === count) return
    void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
  }, [bell, count, queryClient])
}

type Pages = InfiniteData<ListPage<Notification>, number>

function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: markRead,
    onMutate: (which) => {
      const before = queryClient.getQueriesData<Pages>({ queryKey: NOTIFICATIONS_KEY })
      for (const [key, pages] of before) if (pages) queryClient.setQueryData(key, asRead(pages, which))
      return before
    },
    onError: (_error, _which, before = []) => {
      for (const [key, pages] of before) queryClient.setQueryData(key, pages)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  })
}

function asRead({ pages, pageParams }: Pages, { ids, upTo }: ReadInput): Pages {
  const readAt = new Date().toISOString()
  const isMeant = ({ _id }: Notification) => upTo !== undefined || ids?.includes(_id)
  return {
    pageParams,
    pages: pages.map(({ items, total }) => ({
      total,
      items: items.map((item) => (item.readAt === null && isMeant(item) ? { ...item, readAt } : item)),
    })),
  }
}

function Days({ days, onRead }: { days: Day[]; onRead: (ids: string[]) => void }) {
  const now = useNow()
  return (
    <div className="space-y-6">
      {days.map(({ key, groups }) => (
        <section key={key} aria-labelledby={`day-${key}`}>
          <h2 id={`day-${key}`} className="mb-2 font-medium font-sans text-muted text-sm tabular-nums">
            {dayLabel(groups[0]?.items[0].createdAt ?? '', now)}
          </h2>
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {groups.map((group) => (
              <li key={group.items[0]._id} className="border-line not-first:border-t">
                <NotificationRow group={group} onRead={() => onRead(group.unreadIds)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="space-y-2">
      <VisuallyHidden>{m.notifications_loading()}</VisuallyHidden>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
    </div>
  )
}

function Empty({ unread }: { unread: boolean }) {
  const { role } = useAuth()
  if (unread) return <EmptyState title={m.notifications_unread_none()} />
  return (
    <EmptyState
      title={m.notifications_page_none()}
      text={
        role === 'recruiter' ? m.notifications_page_none_recruiter() : m.notifications_page_none_developer()
      }
      action={
        <Link
          to={role === 'recruiter' ? paths.offersDashboard() : paths.offers()}
          className={buttonStyles({ variant: 'outline' })}
        >
          {role === 'recruiter' ? m.notifications_page_none_own_offers() : m.devs_find_offer()}
        </Link>
      }
    />
  )
}
