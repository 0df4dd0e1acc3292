import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type ApplicationState, type OwnApplication, STATES } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { formatDate } from '../lib/format.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { pageParam, readPage, withParams } from '../lists/list-params.ts'
import { PagedList } from '../lists/PagedList.tsx'
import { type ListParams, useListParams } from '../lists/use-list-params.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import {
  APPLICATIONS_PER_PAGE,
  type ApplicationFilters,
  applicationNumbersQuery,
  applicationsQuery,
} from './own-applications.api.ts'
import { STATE_LOOKS, StateTag } from './StateTag.tsx'
import { StatusTag } from './StatusTag.tsx'
import { StepsBar } from './StepsBar.tsx'
import { useLiveApplications } from './use-live-applications.ts'

const PARAMS: ListParams<ApplicationFilters> = {
  read: (search) => ({
    state: STATES.find((state) => state === search.get('state')),
    page: readPage(search),
  }),
  write: (search, { state, page }) => withParams(search, { state: state ?? '', page: pageParam(page) }),
}

/** The own applications (APPL-01). */
export default function ApplicationsPage() {
  const params = useListParams(PARAMS)
  const { state } = params.filters
  const applications = useQuery(applicationsQuery(params.filters))
  const { data: numbers } = useQuery(applicationNumbersQuery())
  useLiveApplications()

  return (
    <Page title={m.applications_title()}>
      <Tabs<ApplicationState | 'all'>
        label={m.applications_by_state()}
        variant="pill"
        tabs={[
          {
            value: 'all',
            label: m.applications_all_states(),
            count: numbers && STATES.reduce((sum, each) => sum + numbers[each], 0),
          },
          ...STATES.map((value) => ({ value, label: STATE_LOOKS[value].label(), count: numbers?.[value] })),
        ]}
        value={state ?? 'all'}
        onChange={(next) => params.change({ state: next === 'all' ? undefined : next })}
      >
        <PagedList
          query={applications}
          params={params}
          perPage={APPLICATIONS_PER_PAGE}
          things={m.applications_things()}
          skeleton={<Skeleton className="h-32" />}
          skeletonCount={4}
          failure={
            <ErrorState
              message={applications.error?.message}
              onRetry={() => void applications.refetch()}
              retrying={applications.isFetching}
            />
          }
          empty={
            <EmptyState
              title={state ? m.applications_none_here() : m.applications_none_yet()}
              text={state ? undefined : m.applications_none_yet_hint()}
              action={
                <Link to={paths.offers()} className={buttonStyles({ variant: 'outline' })}>
                  {m.devs_find_offer()}
                </Link>
              }
            />
          }
          className="grid grid-cols-1 gap-4"
        >
          {(application) => <ApplicationCard application={application} />}
        </PagedList>
      </Tabs>
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  return queryClient.prefetchQuery(applicationsQuery(PARAMS.read(url.searchParams)))
}

function ApplicationCard({ application }: { application: OwnApplication }) {
  const { _id, status, state, appliedDate, lastChangeAt, answerBy, offer } = application
  return (
    <Card as="article" interactive>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg">
          <Link to={paths.application(_id)} className={cardLinkStyles}>
            {offer.position}
          </Link>
        </h2>
        <span className="flex gap-1.5">
          <StatusTag status={status} />
          <StateTag state={state} />
        </span>
      </div>
      <p className="mt-0.5 text-sm">{[offer.company, offer.location].filter(Boolean).join(' · ')}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        <span>{m.applications_applied_on({ date: formatDate(appliedDate) })}</span>
        {lastChangeAt > appliedDate && (
          <span>{m.applications_changed_on({ date: formatDate(lastChangeAt) })}</span>
        )}
        {state === 'waiting' && <span>{m.applications_answer_by({ date: formatDate(answerBy) })}</span>}
      </p>
      <StepsBar status={status} hasEnded={state === 'withdrawn' || state === 'closed'} />
    </Card>
  )
}
