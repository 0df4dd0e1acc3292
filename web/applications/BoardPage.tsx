import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Columns3 from 'lucide-react/icons/columns-3'
import List from 'lucide-react/icons/list'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { type Applicant, type Candidates, STATUSES } from '#contract/applications.ts'
import type { Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { OfferDialogs, useOfferDialogs } from '../offers/OfferDialogs.tsx'
import { contractTypes, payOf } from '../offers/offer-format.ts'
import { offerQuery } from '../offers/offers.api.ts'
import { paths } from '../paths.ts'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import { ApplicantTabs } from './ApplicantTabs.tsx'
import { byStatus } from './applicants.ts'
import { applicantsQuery } from './applications.api.ts'
import { StatusCounters } from './StatusCounters.tsx'
import { useApplicants, useSetStatus } from './use-applicants.ts'
import { useFirstOpening } from './use-first-opening.ts'
import { useLinkedApplicant } from './use-linked-applicant.ts'
import { WithdrawnApplicants } from './WithdrawnApplicants.tsx'

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
      <FailedPage
        thing="offer"
        query={query}
        way={{ label: m.applications_my_offers(), to: paths.offersDashboard() }}
      />
    )
  }
  return <Pipeline key={offerId} offer={query.data} applicants={applicants} isFetching={query.isFetching} />
}

export function load({ queryClient, params: { offerId = '' } }: LoadContext) {
  if (auth.get().role !== 'recruiter') return
  // The code of the board loads in parallel with its applicants.
  if (window.matchMedia(LARGE).matches) void loadBoard()
  return Promise.all([
    queryClient.prefetchQuery(applicantsQuery(offerId)),
    queryClient.prefetchQuery(offerQuery(offerId)),
  ])
}

type PipelineProps = {
  offer: Omit<Candidates, 'applicants'>
  applicants: readonly Applicant[]
  isFetching: boolean
}

function Pipeline({ offer, applicants, isFetching }: PipelineProps) {
  const isLarge = useMediaQuery(LARGE)
  const [search, setSearch] = useSearchParams()
  const onStatus = useSetStatus(offer._id)
  const dialog = useDialog<string>()
  const view = isLarge && search.get('view') !== 'list' ? 'board' : 'list'
  const opened = applicants.find((applicant) => applicant._id === dialog.about)
  const onFirstOpening = useFirstOpening(offer._id)
  const [openedOrder, setOpenedOrder] = useState<readonly string[]>([])
  // Without those who have withdrawn since.
  const present = new Set(applicants.map(({ _id }) => _id))
  const order = openedOrder.filter((id) => present.has(id))
  const { data: whole } = useQuery(offerQuery(offer._id))
  const dialogs = useOfferDialogs()
  const groups = byStatus(applicants)

  function open(applicantId: string) {
    // A snapshot of the columns: a change of status does not move the applicant in it.
    setOpenedOrder(STATUSES.flatMap((status) => groups[status].map(({ _id }) => _id)))
    dialog.show(applicantId)
    noteOpened(applicantId)
  }

  function step(by: 1 | -1) {
    const next = opened && order[order.indexOf(opened._id) + by]
    if (!next) return
    dialog.change(next)
    noteOpened(next)
  }

  function noteOpened(applicantId: string) {
    const applicant = applicants.find(({ _id }) => _id === applicantId)
    if (applicant) onFirstOpening(applicant)
  }
  useLinkedApplicant({ applicants, isFetching }, open)
  const openedId = dialog.about
  const common = { applicants, offerSkills: offer.skills, openedId, onStatus, onOpen: open }

  function changeView(next: 'board' | 'list') {
    const params = new URLSearchParams(search)
    if (next === 'list') params.set('view', next)
    else params.delete('view')
    setSearch(params, { replace: true, preventScrollReset: true })
  }

  return (
    <Page title={offer.position} heading={null} width="full">
      {/* The board fits the window below the header; withdrawn applicants and the footer are below it. */}
      <div className={cn(FRAME, view === 'board' && 'h-[calc(100dvh-4rem)] min-h-[34rem]')}>
        <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 lg:gap-y-1">
          <Link
            to={paths.offersDashboard()}
            className="inline-flex items-center gap-1 justify-self-start text-muted text-sm no-underline hover:text-primary hover:underline pointer-coarse:min-h-11"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {m.applications_my_offers()}
          </Link>
          <h1 className="text-2xl max-lg:col-span-2 max-lg:row-start-2">{offer.position}</h1>
          <p className="col-span-2 flex flex-wrap items-center gap-x-2 text-muted text-sm max-lg:-mt-1">
            {whole && <OfferFacts offer={whole} />}
            <Link
              to={paths.offer(offer._id)}
              className="inline-flex min-h-6 items-center text-link pointer-coarse:min-h-11"
            >
              {m.applications_view_description()}
            </Link>
          </p>
          <StatusCounters
            groups={groups}
            className="max-lg:col-span-2 lg:col-start-2 lg:row-start-1 lg:justify-end"
          />
          <div className="col-start-2 row-start-1 flex gap-2 justify-self-end lg:row-start-2">
            <Button
              variant="outline"
              disabled={!whole}
              onClick={() => whole && dialogs.show({ kind: 'edit', offer: whole })}
            >
              <Pencil aria-hidden="true" />
              {m.offers_edit()}
            </Button>
            {isLarge && (
              <ToggleGroup
                label={m.applications_view()}
                options={[
                  { value: 'board', label: m.applications_board(), icon: <Columns3 /> },
                  { value: 'list', label: m.applications_lists(), icon: <List /> },
                ]}
                value={view}
                onChange={changeView}
                iconsOnly
              />
            )}
          </div>
        </header>
        {applicants.length === 0 && whole && <NoApplicants offer={whole} />}
        {view === 'board' ? (
          <Suspense fallback={<ColumnsSkeleton />}>
            <ApplicantBoard {...common} />
          </Suspense>
        ) : (
          <ApplicantTabs {...common} />
        )}
      </div>
      <div className="mx-auto w-full max-w-[112rem] px-4 sm:px-6">
        <WithdrawnApplicants offerId={offer._id} />
      </div>
      <OfferDialogs dialogs={dialogs} />
      {opened && (
        <ApplicantDialog
          key={dialog.key}
          offer={offer}
          applicant={opened}
          position={{ number: order.indexOf(opened._id) + 1, of: order.length }}
          onStep={step}
          open={dialog.open}
          onOpenChange={dialog.onOpenChange}
          onStatus={onStatus}
        />
      )}
    </Page>
  )
}

function OfferFacts({ offer }: { offer: Offer }) {
  // An amount stays on its line.
  const pay = payOf(offer)?.replaceAll(' ', '\u00A0')
  const facts = [offer.location, contractTypes(offer), pay].filter(Boolean).join(' · ')
  return (
    <>
      {offer.state !== 'published' && <Tag>{m.offers_state({ state: offer.state })}</Tag>}
      {facts && <span>{facts}</span>}
    </>
  )
}

/** Ways to get applicants. */
function NoApplicants({ offer }: { offer: Offer }) {
  const isOpen = offer.state === 'published'
  return (
    <div className="flex flex-wrap items-center gap-x-6 rounded-card border border-line bg-surface px-4 py-1.5 text-sm">
      <p className="py-1.5">
        {isOpen ? m.applications_no_applicants_yet() : m.offers_notice({ state: offer.state })}
      </p>
      {isOpen && <ShareButtons path={paths.offer(offer._id)} title={offer.position} />}
    </div>
  )
}

const FRAME = 'mx-auto flex w-full max-w-[112rem] flex-col gap-3 px-4 py-3 sm:px-6'

function BoardSkeleton() {
  return (
    <Page title={m.applications_applicants()} heading={null} width="full">
      <div className={cn(FRAME, 'lg:h-[calc(100dvh-4rem)] lg:min-h-[34rem]')}>
        <div>
          <Skeleton className="h-5 w-24 max-lg:my-3" />
          <Skeleton className="mt-1.5 h-7 w-80 max-w-full" />
          <Skeleton className="mt-1.5 h-5 w-64 max-w-full" />
        </div>
        <Skeleton className="h-13 sm:h-6 lg:hidden" />
        <ColumnsSkeleton />
      </div>
    </Page>
  )
}

function ColumnsSkeleton() {
  return (
    <div aria-busy="true" className="show-delayed min-h-0 flex-1">
      <Skeleton className="mb-5 h-11 lg:hidden" />
      <div className="flex flex-col gap-2 lg:h-full lg:flex-row">
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
    <div className="space-y-3 rounded-card border border-line bg-surface p-3 sm:max-lg:flex sm:max-lg:items-center sm:max-lg:gap-6 sm:max-lg:space-y-0 sm:max-lg:p-4 lg:space-y-2 lg:p-2">
      <div className="flex flex-1 items-center gap-3">
        <Skeleton className="size-12 shrink-0 rounded-full lg:size-8" />
        <div className="flex-1 space-y-2">
          <Skeleton />
          <Skeleton className="h-3 w-2/3" />
        </div>
      </div>
      <Skeleton className="h-7 flex-1 rounded-full lg:h-5" />
      <Skeleton className="h-9 rounded-full sm:max-lg:w-48 lg:ml-auto lg:h-6 lg:w-24" />
    </div>
  )
}
