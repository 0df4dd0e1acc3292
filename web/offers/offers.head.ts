import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { versionedPreview } from '../seo/preview.ts'
import { breadcrumbs, jobPosting } from '../seo/structured-data.ts'
import { offerQuery } from './offers.api.ts'

const listStep = () => [m.offers_title(), paths.offers()] as const

export const offersHead: HeadFunction = ({ addressOf }) => ({
  feeds: ['offers'],
  listParams: ['contractType', 'skills', 'page'],
  structuredData: [breadcrumbs(addressOf, listStep())],
})

export const offerHead: HeadFunction = ({ queryClient, params: { offerId: id = '' }, addressOf }) => {
  const offer = queryClient.getQueryData(offerQuery(id).queryKey)
  if (!offer) return {}
  const isOpen = offer.state === 'published'
  const posting = isOpen ? jobPosting(offer, addressOf) : undefined
  return {
    type: 'article',
    noIndex: !isOpen,
    image: versionedPreview('offers', offer),
    summary: [offer.position, offer.company, offer.location].filter(Boolean).join(' · '),
    structuredData: [
      ...(posting ? [posting] : []),
      breadcrumbs(addressOf, listStep(), [offer.position, paths.offer(id)]),
    ],
  }
}
