import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { Report, ReportState } from '#contract/moderation.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { formatDate } from '../lib/format.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Tag } from '../ui/Tag.tsx'
import { reportsQuery } from './moderation.api.ts'

/** Open reports, oldest first, and decided ones (MOD-03). */
export function QueuePage() {
  const [search, setSearch] = useSearchParams()
  const state: ReportState = search.get('state') === 'closed' ? 'closed' : 'open'
  const list = useInfiniteQuery(reportsQuery(state))
  return (
    <Page title={m.moderation_reports()}>
      <Tabs<ReportState>
        label={m.moderation_state_label()}
        variant="pill"
        tabs={[
          { value: 'open', label: m.moderation_open() },
          { value: 'closed', label: m.moderation_closed() },
        ]}
        value={state}
        onChange={(next) => setSearch(next === 'closed' ? { state: next } : {}, { replace: true })}
      >
        <GrowingList
          query={list}
          loading={
            <div aria-busy="true" className="space-y-3">
              <Skeleton className="h-20" />
              <Skeleton className="h-20" />
              <Skeleton className="h-20" />
            </div>
          }
          empty={
            <EmptyState title={state === 'open' ? m.moderation_none_open() : m.moderation_none_closed()} />
          }
          moreLabel={m.moderation_more()}
        >
          {(reports) => (
            <ul className="overflow-hidden rounded-card border border-line bg-surface">
              {reports.map((report) => (
                <li key={report._id} className="border-line not-first:border-t">
                  <QueueRow report={report} />
                </li>
              ))}
            </ul>
          )}
        </GrowingList>
      </Tabs>
    </Page>
  )
}

function QueueRow({ report }: { report: Report }) {
  const { kind, thing, reason, text, reporters, createdAt, appeal } = report
  return (
    <Link to={paths.adminReport(report._id)} className="block p-4 text-text no-underline hover:bg-hover">
      <span className="flex flex-wrap items-center gap-2">
        <Tag>{m.moderation_kind({ kind })}</Tag>
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {thing.title || m.moderation_kind({ kind })}
        </span>
        {thing.state !== 'shown' && (
          <Tag tone="yellow">{m.moderation_thing_state({ state: thing.state })}</Tag>
        )}
        {appeal && <Tag tone="purple">{m.moderation_appealed_tag()}</Tag>}
      </span>
      <span className="mt-1 block text-muted text-sm">
        {m.moderation_row({
          reason: m.moderation_reason({ reason }),
          count: reporters.length,
          date: formatDate(createdAt),
        })}
      </span>
      {text && <span className="mt-1 line-clamp-2 block text-sm [overflow-wrap:anywhere]">{text}</span>}
    </Link>
  )
}
