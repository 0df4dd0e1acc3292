import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { payOf } from './offer-format.ts'
import { similarOffersQuery } from './offers.api.ts'

/** Offers similar to an ended one (LIFE-06). Empty without any, or on failure. */
export function SimilarOffers({ offerId }: { offerId: string }) {
  const { data: offers = [] } = useQuery(similarOffersQuery(offerId))
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="similar-offers" className="mt-6">
      <h2 id="similar-offers" className="mb-3 text-lg">
        {m.offers_similar()}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {offers.map((offer) => (
          <li key={offer._id} className="relative px-5 py-4">
            <Link
              to={paths.offer(offer._id)}
              className="font-medium text-text no-underline after:absolute after:inset-0 hover:text-primary"
            >
              {offer.position}
            </Link>
            <p className="mt-1 text-muted text-sm">
              {/* Lines break behind a separator, not before it. */}
              {[offer.company, offer.location, payOf(offer)].filter(Boolean).join('\u00a0· ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
