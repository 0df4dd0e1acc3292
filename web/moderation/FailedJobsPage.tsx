import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FailedJob, retryFailedJob } from '#contract/failed-jobs.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { formatMoment } from '../lib/format.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { CardList } from './CardList.tsx'
import { failedJobsQuery } from './moderation.api.ts'
import { PasswordField, usePasswordConfirmation } from './password-confirmation.tsx'

/** Dead letters: mails and other jobs that failed for good, like `puente jobs` (MOD-06). */
export function FailedJobsPage() {
  const list = useQuery(failedJobsQuery())
  return (
    <Page title={m.moderation_jobs()} subtitle={m.moderation_jobs_text()} width="prose">
      <CardList query={list} empty={m.moderation_jobs_none()}>
        {(job) => <JobRow job={job} />}
      </CardList>
    </Page>
  )
}

function JobRow({ job: { _id, kind, reason, attempts, failedAt, canRetry } }: { job: FailedJob }) {
  const queryClient = useQueryClient()
  const again = usePasswordConfirmation()
  const retrying = useMutation({
    mutationFn: () =>
      again.confirmed<{ message: string }>(() => request(retryFailedJob, { params: { id: _id } })),
    onSuccess: async (result) => {
      // 404: already retried by another moderator.
      if (isFailure(result) && result.status !== 404) return
      if (!isFailure(result)) toast.success(result.message)
      await queryClient.invalidateQueries({ queryKey: failedJobsQuery().queryKey })
    },
  })
  const failure = isFailure(retrying.data) && retrying.data.status !== 404 ? retrying.data : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        retrying.mutate()
      }}
    >
      <p className="font-medium" lang="en">
        {kind}
      </p>
      <p className="text-sm [overflow-wrap:anywhere]" lang="en">
        {reason}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">
          {m.moderation_jobs_attempts({ count: attempts, date: formatMoment(failedAt) })}
        </p>
        {canRetry ? (
          <Button type="submit" variant="outline" size="sm" loading={retrying.isPending}>
            {m.general_try_again()}
          </Button>
        ) : (
          <p className="text-muted text-sm">{m.moderation_jobs_gone()}</p>
        )}
      </div>
      {failure && (
        <div className="mt-3 space-y-2">
          <PasswordField again={again} failure={failure} />
          <Alert tone="danger">{failure.message}</Alert>
        </div>
      )}
    </form>
  )
}
