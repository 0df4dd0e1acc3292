import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, type Session } from '#contract/sessions.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/api-failure.ts'
import { formatMoment } from '../lib/format.ts'
import { logOut } from '../lib/session.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { SUMMARY_KEY } from '../settings/settings.api.ts'
import { ActionRow } from '../ui/ActionRow.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { toast } from '../ui/toast.ts'
import { sessionsQuery } from './security.api.ts'

/** The sessions of the account; each can be ended (ACCT-04). */
export function Sessions() {
  const list = useInfiniteQuery(sessionsQuery())
  const queryClient = useQueryClient()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: SUMMARY_KEY })
    return queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
  }
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: async ({ message }) => {
      await refresh()
      toast.success(message)
    },
  })
  const total = list.data?.pages[0]?.total ?? 0
  return (
    <Card as="section" aria-labelledby="sessions">
      <h2 id="sessions" className="text-lg">
        {m.security_sessions()}
      </h2>
      <p className="mt-1 text-muted text-sm">{m.security_sessions_text()}</p>
      <GrowingList
        query={list}
        loading={
          <div aria-busy="true" className="mt-4 space-y-3">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
          </div>
        }
        empty={null}
        moreLabel={m.security_more()}
      >
        {(sessions) => (
          <ul className="mt-2 divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session._id} session={session} onEnded={refresh} />
            ))}
          </ul>
        )}
      </GrowingList>
      {total > 1 && (
        <div className="mt-4">
          <Button variant="outline" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {m.security_end_others()}
          </Button>
          <p className="mt-1 text-muted text-sm">{m.security_end_others_text()}</p>
          {endOthers.isError && (
            <p role="alert" className="mt-2 text-danger text-sm">
              {endOthers.error.message}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

type SessionRowProps = { session: Session; onEnded: () => Promise<void> }

function SessionRow({ session: { _id, device, createdAt, lastSeenAt, current }, onEnded }: SessionRowProps) {
  const end = useMutation({
    mutationFn: () => call(endSession, { params: { id: _id } }),
    // 404: already ended.
    onSettled: (_, error) =>
      !error || (error instanceof ApiError && error.status === 404) ? onEnded() : null,
  })
  return (
    <ActionRow
      name={
        <>
          {device} {current && <Tag>{m.security_current()}</Tag>}
        </>
      }
      notes={[
        m.security_last_seen({ time: formatMoment(lastSeenAt) }),
        m.security_signed_in({ time: formatMoment(createdAt) }),
      ]}
      action={m.security_end()}
      label={m.security_end_of({ device })}
      loading={end.isPending}
      error={end.error?.message}
      onAction={() => (current ? logOut() : end.mutate())}
    />
  )
}
