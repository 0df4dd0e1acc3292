import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { OwnOffer } from '#contract/own-offers.ts'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { showFetched } from '../lib/show-fetched.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Tag } from '../ui/Tag.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import type { useOfferDialogs } from './OfferDialogs.tsx'
import { offerQuery } from './offers.api.ts'
import { StagesBar } from './StagesBar.tsx'

const OfferMenu = lazyPart(() => import('./OfferMenu.tsx'))

type Dialogs = ReturnType<typeof useOfferDialogs>

const HEAD = 'px-4 py-3 text-left font-medium text-muted text-sm'
const CELL = 'block min-w-0 lg:table-cell lg:px-4 lg:py-3 lg:align-middle'

/** Own offers as rows with their pipelines; in narrow windows each row is a block. */
export function OwnOfferTable({ offers, dialogs }: { offers: readonly OwnOffer[]; dialogs: Dialogs }) {
  return (
    <Card padding="none" className="overflow-hidden">
      <table className="block w-full border-collapse lg:table lg:table-fixed">
        <caption className="sr-only">{m.applications_my_offers()}</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group">
          <tr className="lg:table-row">
            <th scope="col" className={HEAD}>
              {m.offers_position()}
            </th>
            <th scope="col" className={HEAD}>
              {m.offers_applicants_link()}
            </th>
            <th scope="col" className={`${HEAD} lg:w-28`}>
              {m.offers_column_new()}
            </th>
            <th scope="col" className={`${HEAD} lg:w-32`}>
              {m.offers_column_last()}
            </th>
            <th scope="col" className={`${HEAD} lg:w-32`}>
              {m.offers_column_posted()}
            </th>
            <th scope="col" className={`${HEAD} lg:w-16`}>
              <span className="sr-only">{m.offers_column_options()}</span>
            </th>
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {offers.map((offer) => (
            <OfferRow key={offer._id} offer={offer} dialogs={dialogs} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OfferRow({ offer, dialogs }: { offer: OwnOffer; dialogs: Dialogs }) {
  const queryClient = useQueryClient()
  const { newApplicants, lastAppliedAt, publishedAt, state } = offer

  /** Opens with the whole offer: the list has an excerpt of the description. */
  const edit = () =>
    showFetched(queryClient.fetchQuery(offerQuery(offer._id)), (whole) =>
      dialogs.show({ kind: 'edit', offer: whole }),
    )

  return (
    <tr className="relative grid grid-cols-2 gap-x-4 gap-y-2 border-line border-t p-4 max-lg:first:border-t-0 lg:table-row">
      <th scope="row" className={`${CELL} col-span-2 pr-12 text-left font-normal lg:pr-4`}>
        <Link
          to={paths.offer(offer._id)}
          className="wrap-anywhere font-medium text-text no-underline hover:text-primary"
        >
          {offer.position}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          {state !== 'published' && <Tag>{m.offers_state({ state })}</Tag>}
          {offer.location}
        </p>
      </th>
      <td className={`${CELL} col-span-2`}>
        <Link
          to={paths.applicants(offer._id)}
          className="-m-2 flex min-h-11 flex-col justify-center rounded-control p-2 text-text no-underline hover:bg-sunken"
        >
          <VisuallyHidden>{m.offers_applicants_of({ position: offer.position })}</VisuallyHidden>
          <StagesBar stages={offer.stages} />
        </Link>
      </td>
      {/* Also without new ones: a missing cell would shift the next ones. */}
      <td className={`${CELL} ${newApplicants > 0 ? 'max-lg:col-span-2' : 'max-lg:absolute'}`}>
        {newApplicants > 0 ? (
          <Tag tone="secondary">{m.offers_new_count({ count: newApplicants })}</Tag>
        ) : (
          <span className="sr-only">0</span>
        )}
      </td>
      <Fact label={m.offers_column_last()}>{lastAppliedAt ? formatDate(lastAppliedAt) : '–'}</Fact>
      <Fact label={m.offers_column_posted()}>{publishedAt ? formatDate(publishedAt) : '–'}</Fact>
      <td className="max-lg:absolute max-lg:top-2 max-lg:right-2 lg:px-2 lg:align-middle">
        <Suspense fallback={<span className="block size-10" />}>
          <OfferMenu offer={offer} onEdit={edit} onDelete={() => dialogs.show({ kind: 'delete', offer })} />
        </Suspense>
      </td>
    </tr>
  )
}

/** A cell; in narrow windows with the name of its column. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={`${CELL} text-muted text-sm tabular-nums`}>
      <span aria-hidden="true" className="block text-xs lg:hidden">
        {label}
      </span>
      {children}
    </td>
  )
}
