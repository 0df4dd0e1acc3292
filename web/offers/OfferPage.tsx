import { useQuery } from '@tanstack/react-query'
import Banknote from 'lucide-react/icons/banknote'
import Briefcase from 'lucide-react/icons/briefcase'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import House from 'lucide-react/icons/house'
import Languages from 'lucide-react/icons/languages'
import MapPin from 'lucide-react/icons/map-pin'
import UsersRound from 'lucide-react/icons/users-round'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import type { Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { begunAction } from '../lib/begun-action.ts'
import { useNow } from '../lib/clock.ts'
import { formatCount, formatDate, postedAgo } from '../lib/format.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { paths } from '../paths.ts'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { WrittenText } from '../ui/WrittenText.tsx'
import { WarningNote } from '../warnings/WarningNote.tsx'
import { ApplyButton } from './ApplyButton.tsx'
import { BoardLink } from './BoardLink.tsx'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { OfferOwnerCard } from './OfferOwnerCard.tsx'
import { OwnOfferTools } from './OwnOfferTools.tsx'
import { applicantCount, contractTypes, payOf, workplaceOf } from './offer-format.ts'
import { hasEnded, offerQuery, similarOffersQuery } from './offers.api.ts'
import { SimilarOffers } from './SimilarOffers.tsx'

const ApplicantList = lazy(async () => ({
  default: (await import('../applications/ApplicantList.tsx')).ApplicantList,
}))

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
    if (isReadyToApply && begunAction.take('apply')?.offerId === offer._id) show({ kind: 'apply', offer })
  }, [isReadyToApply, offer, show])

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
          <Facts offer={offer} />
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
          {canApply && (
            <div className="max-lg:hidden">
              <ApplyButton
                offer={offer}
                label={m.offers_apply_now()}
                size="lg"
                full
                onApply={() => dialogs.show({ kind: 'apply', offer })}
              />
            </div>
          )}
          {own && (
            <Suspense fallback={<Skeleton className="h-48" />}>
              <YourApplication application={own} />
            </Suspense>
          )}
          {isOwner ? (
            <OwnOfferTools
              offer={offer}
              onEdit={() => dialogs.show({ kind: 'edit', offer })}
              onClose={() => dialogs.show({ kind: 'close', offer })}
            />
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
          {isOwner ? (
            <BoardLink offerId={offer._id} />
          ) : (
            <ApplyButton
              offer={offer}
              label={m.offers_apply_now()}
              size="lg"
              full
              onApply={() => dialogs.show({ kind: 'apply', offer })}
            />
          )}
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

function Facts({ offer }: { offer: Offer }) {
  const now = useNow()
  const facts: { label: string; icon: ReactNode; value: string | null }[] = [
    { label: m.general_location(), icon: <MapPin />, value: offer.location },
    { label: m.offers_contract_type_label(), icon: <Briefcase />, value: contractTypes(offer) },
    {
      label: offer.pay ? m.offers_salary() : m.offers_fact_pay(),
      icon: <Banknote />,
      value: payOf(offer) ?? m.offers_pay_none(),
    },
    { label: m.offers_fact_workplace(), icon: <House />, value: workplaceOf(offer) },
    {
      label: m.offers_fact_years(),
      icon: <GraduationCap />,
      value: offer.minYears ? m.offers_years({ count: offer.minYears }) : null,
    },
    { label: m.devs_language(), icon: <Languages />, value: offer.language },
    {
      label: m.offers_published(),
      icon: <CalendarDays />,
      value: offer.publishedAt && postedAgo(offer.publishedAt, now),
    },
    {
      label: m.offers_fact_end(),
      icon: <CalendarClock />,
      value: offer.state === 'published' ? formatDate(offer.closesAt) : null,
    },
    { label: m.offers_interest(), icon: <UsersRound />, value: applicantCount(offer.applicantsCount) },
  ]
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 rounded-card border border-line bg-surface p-5 sm:gap-x-6 sm:p-6 md:grid-cols-3">
      {facts.map(
        ({ label, icon, value }) =>
          value && (
            <div key={label} className="relative min-w-0 sm:pl-8">
              <dt className="flex items-center gap-1.5 text-muted text-sm">
                <span
                  aria-hidden="true"
                  className="top-0.5 left-0 text-primary sm:absolute [&_svg]:size-4 sm:[&_svg]:size-5"
                >
                  {icon}
                </span>
                {label}
              </dt>
              <dd className="font-medium max-sm:text-sm">{value}</dd>
            </div>
          ),
      )}
    </dl>
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

function OfferPageSkeleton() {
  return (
    <Page title={m.offers_one()} heading={null}>
      <div
        aria-busy="true"
        className="show-delayed grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12"
      >
        <div>
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-3 h-9 w-3/4 md:h-11" />
          <Skeleton className="mt-3 h-5 w-1/3" />
          <Card padding="lg" className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3">
            {[1, 2, 3, 4, 5, 6].map((fact) => (
              <Skeleton key={fact} className="h-11 w-4/5" />
            ))}
          </Card>
          <Skeleton className="mt-9 h-6 w-24" />
          <Skeleton className="mt-3 h-7 w-2/3 rounded-full" />
          <Skeleton className="mt-9 h-6 w-36" />
          <div className="mt-4 max-w-prose space-y-3">
            <Skeleton />
            <Skeleton />
            <Skeleton />
            <Skeleton className="w-2/3" />
          </div>
        </div>
        <div className="space-y-4">
          <Skeleton className="h-12 max-lg:hidden" />
          <Card padding="lg" className="space-y-4">
            <Skeleton className="size-14 rounded-full" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-2/3" />
            <Skeleton className="h-11" />
          </Card>
        </div>
      </div>
    </Page>
  )
}
