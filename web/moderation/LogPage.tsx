import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { formatMoment } from '../lib/format.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { logQuery } from './moderation.api.ts'
import { SearchForm } from './SearchForm.tsx'

/** The acts and searches of moderators (MOD-05). */
export function LogPage() {
  const [q, setQ] = useState('')
  const log = useInfiniteQuery(logQuery(q))
  return (
    <Page title={m.moderation_log()} subtitle={m.moderation_log_text()}>
      <SearchForm label={m.moderation_log_search()} onSearch={setQ} />
      <GrowingList
        query={log}
        loading={
          <div aria-busy="true">
            <Skeleton className="h-60" />
          </div>
        }
        empty={<EmptyState title={m.moderation_log_none()} />}
        moreLabel={m.moderation_more()}
      >
        {(entries) => (
          <ol className="overflow-hidden rounded-card border border-line bg-surface">
            {entries.map(({ _id, at, moderator, act, thing, reason }) => (
              <li key={_id} className="border-line p-4 text-sm not-first:border-t">
                <span className="font-medium">{m.moderation_act({ act })}</span>{' '}
                <span className="text-muted">
                  {formatMoment(at)}, {moderator.name}
                </span>
                {thing && (
                  <span className="block text-muted [overflow-wrap:anywhere]">
                    {m.moderation_kind({ kind: thing.kind })} {thing._id}
                  </span>
                )}
                {reason && (
                  <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{reason}</span>
                )}
              </li>
            ))}
          </ol>
        )}
      </GrowingList>
    </Page>
  )
}
