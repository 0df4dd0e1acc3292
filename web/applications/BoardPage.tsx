import Columns3 from 'lucide-react/icons/columns-3'
import List from 'lucide-react/icons/list'
import { lazy, Suspense } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { type Applicant, type Candidates, STATUSES } from '#contract/applications.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import { ApplicantTabs } from './ApplicantTabs.tsx'
import { byStatus } from './applicants.ts'
import { applicantsQuery } from './applications.api.ts'
import { StatusCounters } from './StatusCounters.tsx'
import { useApplicants, useSetStatus } from './use-applicants.ts'

const LARGE = '(width >= 64rem)'
const loadBoard = () => import('./ApplicantBoard.tsx')
const ApplicantBoard = lazy(loadBoard)
const ApplicantDialog = lazyDialog(() => import('./ApplicantDialog.tsx'))

/** The applicant board of an own offer (PIPE). */
export default function BoardPage() {
  const { offerId = '' } = useParams()
  const { query, applicants } = useApplicants(offerId)

  if (query.isPending) return <BoardSkeleton />
  if (!query.data || isMissing(query.error)) {
    // Another recruiter's offer redirects to its public page (decision 35).
    if (query.error?.status === 403) return <Navigate to={paths.offer(offerId)} replace />
    return (
      <FailedPage thing="offer" query={query} way={{ label: 'My Offers', to: paths.offersDashboard() }} />
    )
  }
  return <Pipeline key={offerId} offer={query.data} applicants={applicants} />
}

export function load({ queryClient, params: { offerId = '' } }: LoadContext) {
  if (auth.get().role !== 'recruiter') return
  // The code of the board loads in parallel with its applicants.
  if (window.matchMedia(LARGE).matches) void loadBoard()
  return queryClient.prefetchQuery(applicantsQuery(offerId))
}

type PipelineProps = { offer: Omit<Candidates, 'applicants'>; applicants: readonly Applicant[] }

function Pipeline({ offer, applicants }: PipelineProps) {
  const isLarge = useMediaQuery(LARGE)
  const [search, setSearch] = useSearchParams()
  const onStatus = useSetStatus(offer._id)
  const dialog = useDialog<string>()
  const view = isLarge && search.get('view') !== 'list' ? 'board' : 'list'
  const opened = applicants.find((applicant) => applicant._id === dialog.about)
  const { show } = dialog
  const groups = byStatus(applicants)
  const common = { applicants, offerSkills: offer.skills, onStatus, onOpen: show }

  function changeView(next: 'board' | 'list') {
    const params = new URLSearchParams(search)
    if (next === 'list') params.set('view', next)
    else params.delete('view')
    setSearch(params, { replace: true, preventScrollReset: true })
  }

  return (
    <Page title={offer.position} heading={null} width="full">
      <div className="mx-auto w-full max-w-[112rem] space-y-5 px-4 py-8 sm:px-6">
        <header className="flex items-end justify-between gap-8">
          <div className="min-w-0">
            <h1 className="text-3xl">{offer.position}</h1>
            <Link
              to={paths.offer(offer._id)}
              className="mt-1 inline-flex min-h-8 items-center gap-1.5 text-link text-sm pointer-coarse:min-h-11"
            >
              View complete description
            </Link>
          </div>
          {isLarge && (
            <ToggleGroup
              label="View"
              options={[
                { value: 'board', label: 'Board', icon: <Columns3 /> },
                { value: 'list', label: 'Lists', icon: <List /> },
              ]}
              value={view}
              onChange={changeView}
            />
          )}
        </header>
        <StatusCounters groups={groups} />
        {view === 'board' ? (
          <Suspense fallback={<ColumnsSkeleton />}>
            <ApplicantBoard {...common} />
          </Suspense>
        ) : (
          <ApplicantTabs {...common} />
        )}
      </div>
      {opened && (
        <ApplicantDialog
          key={dialog.key}
          offer={offer}
          applicant={opened}
          open={dialog.open}
          onOpenChange={dialog.onOpenChange}
          onStatus={onStatus}
        />
      )}
    </Page>
  )
}

function BoardSkeleton() {
  return (
    <Page title="Applicants" heading={null} width="full">
      <div className="mx-auto w-full max-w-[112rem] space-y-5 px-4 py-8 sm:px-6">
        <div>
          <Skeleton className="h-9 w-80 max-w-full" />
          <Skeleton className="mt-3 h-5 w-44" />
        </div>
        <Skeleton className="h-31 rounded-card sm:h-14" />
        <ColumnsSkeleton />
      </div>
    </Page>
  )
}

function ColumnsSkeleton() {
  return (
    <div aria-busy="true" className="late">
      <Skeleton className="mb-5 h-11 lg:hidden" />
      <div className="flex flex-col gap-2 lg:h-[max(32rem,calc(100dvh-8rem))] lg:flex-row xl:gap-3">
        {STATUSES.map((status) => (
          <div
            key={status}
            className="space-y-3 rounded-card lg:min-w-44 lg:flex-1 max-lg:not-first:hidden lg:space-y-2 lg:border lg:border-line lg:bg-sunken lg:p-2"
          >
            <Skeleton className="mx-1 my-2 h-6 w-24 rounded-full max-lg:hidden" />
            <CandidateSkeleton />
            <CandidateSkeleton />
          </div>
        ))}
      </div>
    </div>
  )
}

function CandidateSkeleton() {
  return (
    <div className="space-y-3 rounded-card border border-line bg-surface p-3 sm:max-lg:flex sm:max-lg:items-center sm:max-lg:gap-6 sm:max-lg:space-y-0 sm:max-lg:p-4">
      <div className="flex flex-1 items-center gap-3">
        <Skeleton className="size-12 shrink-0 rounded-full" />
        <div className="flex-1 space-y-2">
          <Skeleton />
          <Skeleton className="h-3 w-2/3" />
        </div>
      </div>
      <Skeleton className="h-7 flex-1 rounded-full lg:h-14 lg:rounded-control" />
      <Skeleton className="h-9 rounded-full sm:max-lg:w-48" />
    </div>
  )
}
