import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'

type Props = { data: Notification['data']; onFollow?: (() => void) | undefined }

/** Open offers similar to the one without an answer (APPL-09). */
export function SimilarOffers({ data: { similar }, onFollow }: Props) {
  if (!Array.isArray(similar) || similar.length === 0) return null
  return (
    <div className="mt-2 text-sm">
      <p className="text-muted text-xs">{m.notifications_similar_offers()}</p>
      <ul>
        {similar.map(({ offerId = '', position = '', company = '' }) => (
          <li key={offerId}>
            <Link
              to={paths.offer(offerId)}
              onClick={onFollow}
              className="relative inline-flex min-h-6 items-center break-words text-link pointer-coarse:min-h-11"
            >
              {company === '' ? position : m.offers_job_at({ position, company })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
