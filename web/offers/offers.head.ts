import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { versionedPreview } from '../seo/preview.ts'
import { breadcrumbs, jobPosting } from '../seo/structured-data.ts'
import { offerQuery } from './offers.api.ts'

const OFFERS = ['Offers', paths.offers()] as const

export const offersHead: HeadFunction = ({ origin }) => ({
  feeds: ['offers'],
  listParams: ['contractType', 'skills', 'page'],
  structuredData: [breadcrumbs(origin, OFFERS)],
})

export const offerHead: HeadFunction = ({ queryClient, params: { offerId: id = '' }, origin }) => {
  const offer = queryClient.getQueryData(offerQuery(id).queryKey)
  if (!offer) return {}
  const posting = jobPosting(offer, origin)
  return {
    type: 'article',
    image: versionedPreview('offers', offer),
    summary: [offer.position, offer.company, offer.location].filter(Boolean).join(' · '),
    structuredData: [
      ...(posting ? [posting] : []),
      breadcrumbs(origin, OFFERS, [offer.position, paths.offer(id)]),
    ],
  }
}
