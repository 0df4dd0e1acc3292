import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { OwnApplication } from '#contract/applications.ts'
import { m, type Text } from '#contract/texts.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { formatDate, fullName } from '../lib/format.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { openChat } from '../lib/open-chat.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { applicationQuery, timelineQuery } from './own-applications.api.ts'
import { StateTag } from './StateTag.tsx'
import { StatusTag } from './StatusTag.tsx'
import { Timeline } from './Timeline.tsx'
import { useLiveApplications } from './use-live-applications.ts'

const WithdrawDialog = lazyDialog(() => import('./WithdrawDialog.tsx'))

/** One own application with its timeline (APPL-02). */
export default function ApplicationPage() {
  const { applicationId = '' } = useParams()
  const application = useQuery(applicationQuery(applicationId))
  useLiveApplications()

  const back = { label: m.applications_title(), to: paths.applications() }
  if (application.isPending) {
    return (
      <Page title={m.applications_one()} heading={null} width="prose">
        <div aria-busy="true" className="space-y-4">
          <Skeleton className="h-9 w-2/3" />
          <Skeleton className="h-40" />
          <Skeleton className="h-56" />
        </div>
      </Page>
    )
  }
  if (application.isError) return <FailedPage thing="application" query={application} way={back} />
  if (!application.data) {
    return (
      <Page title={m.applications_one()} heading={null}>
        <EmptyState
          title={m.applications_missing()}
          action={
            <Link to={back.to} className={buttonStyles({ variant: 'primary' })}>
              {back.label}
            </Link>
          }
        />
      </Page>
    )
  }
  return <ApplicationDetail application={application.data} />
}

export function load({ queryClient, params: { applicationId = '' } }: LoadContext) {
  return Promise.all([
    queryClient.prefetchQuery(applicationQuery(applicationId)),
    queryClient.prefetchQuery(timelineQuery(applicationId)),
  ])
}

const EXPLANATIONS: Record<OwnApplication['state'], Text> = {
  waiting: m.applications_waiting_text,
  answered: m.applications_answered_text,
  'no-answer': m.applications_no_answer_text,
  withdrawn: m.applications_withdrawn_text,
  closed: m.applications_closed_text,
}

function ApplicationDetail({ application }: { application: OwnApplication }) {
  const { _id, status, state, appliedDate, answerBy, offer } = application
  const dialog = useDialog<true>()
  // Deleted offers have no page and no owner.
  const hasPage = offer.owner !== null || offer.state !== 'closed'
  return (
    <Page title={offer.position} heading={null} width="prose">
      <Link to={paths.applications()} className="target text-link text-sm">
        {m.applications_all()}
      </Link>
      <h1 className="mt-3 text-3xl">{offer.position}</h1>
      <p className="mt-1 text-muted">{[offer.company, offer.location].filter(Boolean).join(' · ')}</p>
      <p className="mt-3 flex flex-wrap gap-1.5">
        <StatusTag status={status} size="md" />
        <StateTag state={state} size="md" />
      </p>

      <Card as="section" padding="lg" className="mt-6" aria-label={m.applications_state()}>
        <p>{EXPLANATIONS[state]()}</p>
        <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
          <Fact label={m.applications_applied_on_label()} value={formatDate(appliedDate)} />
          {state === 'waiting' && (
            <Fact label={m.applications_answer_by_label()} value={formatDate(answerBy)} />
          )}
          {offer.owner && (
            <Fact label={m.applications_recruiter()} value={<OwnerLink owner={offer.owner} />} />
          )}
        </dl>
        <div className="mt-5 flex flex-wrap gap-3">
          {hasPage && (
            <Link to={paths.offer(offer._id)} className={buttonStyles({ variant: 'outline' })}>
              {m.applications_view_offer()}
            </Link>
          )}
          {offer.owner && <ContactButton owner={offer.owner} />}
          {state !== 'withdrawn' && (
            <Button variant="outline" onClick={() => dialog.show(true)}>
              {m.applications_withdraw()}
            </Button>
          )}
        </div>
      </Card>

      <section className="mt-8">
        <h2 className="mb-4 text-xl">{m.applications_timeline()}</h2>
        <Timeline applicationId={_id} />
      </section>
      {dialog.about && (
        <WithdrawDialog
          key={dialog.key}
          application={application}
          open={dialog.open}
          onOpenChange={dialog.onOpenChange}
        />
      )}
    </Page>
  )
}

type Owner = NonNullable<OwnApplication['offer']['owner']>

function OwnerLink({ owner }: { owner: Owner }) {
  return (
    <Link to={paths.recruiter(owner._id)} className="target text-link">
      {fullName(owner) || m.offers_unknown_recruiter()}
    </Link>
  )
}

function ContactButton({ owner: { _id, name, surname, avatar, verified } }: { owner: Owner }) {
  const person = { _id, name, surname, avatar, verified, role: { type: 'recruiter' as const } }
  return (
    <Button variant="outline" onClick={() => openChat.with(person)}>
      {m.general_contact()}
    </Button>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}
