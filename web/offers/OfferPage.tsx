import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import type { Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { formatCount } from '../lib/format.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { pendingAction } from '../lib/pending-action.ts'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { paths } from '../paths.ts'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { WrittenText } from '../ui/WrittenText.tsx'
import { WarningNote } from '../warnings/WarningNote.tsx'
import { ApplyButton } from './ApplyButton.tsx'
import { BoardLink } from './BoardLink.tsx'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { OfferFacts } from './OfferFacts.tsx'
import { OfferOwnerCard } from './OfferOwnerCard.tsx'
import { OfferPageSkeleton } from './OfferPageSkeleton.tsx'
import { hasEnded, offerQuery, similarOffersQuery } from './offers.api.ts'
import { SimilarOffers } from './SimilarOffers.tsx'

const ApplicantList = lazy(async () => ({
  default: (await import('../applications/ApplicantList.tsx')).ApplicantList,
}))

const OwnOfferTools = lazy(() => import('./OwnOfferTools.tsx'))

const YourApplication = lazy(() => import('../applications/YourApplication.tsx'))

export default function OfferPage() {
  const { offerId = '' } = useParams()
  const offer = useQuery(offerQuery(offerId))

  if (offer.isPending) return <OfferPageSkeleton />
  if (!offer.data || isMissing(offer.error)) {
    return (
      <FailedPage
        thing="offer"
        query={offer}
        way={{ label: m.recruiters_all_offers(), to: paths.offers() }}
      />
    )
  }
  return <OfferDetail offer={offer.data} />
}

export async function load({ queryClient, params: { offerId = '' } }: LoadContext) {
  await queryClient.prefetchQuery(offerQuery(offerId))
  const offer = queryClient.getQueryData(offerQuery(offerId).queryKey)
  if (offer && hasEnded(offer)) await queryClient.prefetchQuery(similarOffersQuery(offerId))
}

/** The facts first; Apply stays visible while scrolling (OFFD-01 to OFFD-09). */
function OfferDetail({ offer }: { offer: Offer }) {
  const { id, role, status } = useAuth()
  const dialogs = useOfferDialogs()
  const { show } = dialogs
  const linkOf = useSkillLinks(paths.offers())
  const isOwner = id !== undefined && offer.owner?._id === id
  const mayApply = offer.acceptsApplications && !offer.withdrawnTwice
  const canApply = !isOwner && role !== 'recruiter' && (mayApply || offer.applied)
  const own = role === 'developer' ? offer.applicants[0] : undefined
  const isReadyToApply = status === 'signed-in' && canApply && !offer.applied

  useEffect(() => {
    if (isReadyToApply && pendingAction.take('apply')?.offerId === offer._id) show({ kind: 'apply', offer })
  }, [isReadyToApply, offer, show])

  const apply = (
    <ApplyButton
      offer={offer}
      label={m.offers_apply_now()}
      size="lg"
      full
      onApply={() => show({ kind: 'apply', offer })}
    />
  )

  return (
    <Page title={offer.position} heading={null} description={offer.description}>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
        <article>
          <OfferHead offer={offer} />
          {offer.state !== 'published' && (
            <Alert className="mt-6">{m.offers_notice({ state: offer.state })}</Alert>
          )}
          {offer.acceptsApplications && offer.withdrawnTwice && (
            <Alert className="mt-6">{m.offers_withdrawn_twice()}</Alert>
          )}
          {offer.warning && !isOwner && <WarningNote warning={offer.warning} className="mt-6" />}
          {hasEnded(offer) && !isOwner && <SimilarOffers offerId={offer._id} />}
          <OfferFacts offer={offer} />
          {offer.skills.length > 0 && (
            <Section title={m.general_skills()}>
              <ul className="flex flex-wrap gap-1.5">
                {offer.skills.map((skill) => (
                  <li key={skill} className="max-w-full">
                    <Chip link={linkOf(skill)}>{skill}</Chip>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title={m.general_description()}>
            {offer.description ? (
              <WrittenText>{offer.description}</WrittenText>
            ) : (
              <p className="text-muted">{m.offers_no_description()}</p>
            )}
          </Section>
        </article>

        <aside className="space-y-4 lg:sticky lg:top-24">
          {canApply && <div className="max-lg:hidden">{apply}</div>}
          {own && (
            <Suspense fallback={<Skeleton className="h-48" />}>
              <YourApplication application={own} />
            </Suspense>
          )}
          {isOwner ? (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <OwnOfferTools
                offer={offer}
                onEdit={() => show({ kind: 'edit', offer })}
                onClose={() => show({ kind: 'close', offer })}
              />
            </Suspense>
          ) : (
            <OfferOwnerCard offer={offer} />
          )}
          <div className="grid justify-items-start gap-1">
            {offer.state !== 'draft' && (
              <ShareButtons className="ml-3" path={paths.offer(offer._id)} title={offer.position} />
            )}
            {!isOwner && <ReportButton kind="offer" id={offer._id} className="text-muted" />}
          </div>
        </aside>
      </div>

      {/* Outside of the grid, whose sticky column would cover it. */}
      {isOwner && (
        <section className="mt-8 lg:mt-12">
          <h2 className="mb-4 text-2xl">
            {m.applications_applicants()}{' '}
            <span className="text-muted tabular-nums">{formatCount(offer.applicantsCount)}</span>
          </h2>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <ApplicantList offerId={offer._id} />
          </Suspense>
        </section>
      )}

      {(canApply || isOwner) && (
        <div
          data-bottom-bar
          className="sticky bottom-0 z-20 -mx-4 mt-8 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:hidden"
        >
          {isOwner ? <BoardLink offerId={offer._id} /> : apply}
        </div>
      )}
      <OfferDialogs dialogs={dialogs} />
    </Page>
  )
}

function OfferHead({ offer }: { offer: Offer }) {
  return (
    <header>
      {offer.company && <p className="mb-2 font-medium text-secondary">{offer.company}</p>}
      <h1 className="text-3xl md:text-4xl">{offer.position}</h1>
      {offer.role && <p className="mt-2 text-lg text-muted">{offer.role}</p>}
      {offer.applied && (
        <Tag tone="green" size="md" className="mt-3">
          {m.offers_is_applied()}
        </Tag>
      )}
    </header>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  )
}
