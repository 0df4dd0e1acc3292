import { useMutation, useQueryClient } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CirclePause from 'lucide-react/icons/circle-pause'
import CircleX from 'lucide-react/icons/circle-x'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import { useNavigate } from 'react-router'
import { STATUSES, type Status } from '#contract/applications.ts'
import { MAX_OFFER_DAYS } from '#contract/offer-life.ts'
import type { Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { isFailure } from '../lib/api-failure.ts'
import { formatDate } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Tag } from '../ui/Tag.tsx'
import { BoardLink } from './BoardLink.tsx'
import { changeOfferState, extendBy30Days, hasEnded, OFFERS_KEY, repost } from './offers.api.ts'
import { StagesBar } from './StagesBar.tsx'

export const OWN_OFFER_HEADING = 'own-offer'
const LONGEST = 'own-offer-longest'
const DAY_MS = 24 * 3600_000

type OwnOfferToolsProps = { offer: Offer; onEdit: () => void; onClose: () => void }

/** The owner's actions on the page of an offer (OFFD-05, OFFD-06), and those of its state (LIFE-03, LIFE-09, LIFE-10). */
export default function OwnOfferTools({ offer, onEdit, onClose }: OwnOfferToolsProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: OFFERS_KEY }),
  })
  const { state, _id: id } = offer
  const isPublished = state === 'published'
  const isOpen = isPublished || state === 'paused'
  const isLongest = isOpenLongest(offer)

  async function repostAndOpen() {
    const draft = await repost(id)
    if (!isFailure(draft)) navigate(paths.offer(draft._id))
    return draft
  }

  return (
    <Card as="section" padding="lg" aria-label={m.offers_yours()} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={OWN_OFFER_HEADING} tabIndex={-1} className="text-lg outline-none">
          {m.offers_yours()}
        </h2>
        <span role="status">
          <Tag>{m.offers_state({ state })}</Tag>
        </span>
      </div>
      {isOpen && (
        <p className="text-muted text-sm">{m.offers_ends_on({ date: formatDate(offer.closesAt) })}</p>
      )}
      <StagesBar stages={countByStatus(offer.applicants)} />
      {/* In narrower windows it is in the bottom bar. */}
      <div className="max-lg:hidden">
        <BoardLink offerId={id} />
      </div>
      <Button variant="outline" full onClick={onEdit}>
        <Pencil aria-hidden="true" />
        {m.offers_edit_title()}
      </Button>
      {/* One button in these three states, which keeps the focus. */}
      {!hasEnded(offer) && (
        <Button
          variant="outline"
          full
          loading={change.isPending}
          onClick={() =>
            change.mutate(() => changeOfferState(id, { state: isPublished ? 'paused' : 'published' }))
          }
        >
          {isPublished ? <CirclePause aria-hidden="true" /> : <Send aria-hidden="true" />}
          {isPublished ? m.offers_pause() : state === 'draft' ? m.offers_publish() : m.offers_resume()}
        </Button>
      )}
      {isOpen && (
        <>
          <Button
            variant="outline"
            full
            loading={change.isPending}
            // Not `disabled`, which would take the focus from the button that was pressed.
            aria-disabled={isLongest}
            aria-describedby={isLongest ? LONGEST : undefined}
            onClick={() => !isLongest && change.mutate(() => extendBy30Days(id))}
          >
            <CalendarPlus aria-hidden="true" />
            {m.offers_extend()}
          </Button>
          {isLongest && (
            <p id={LONGEST} className="text-muted text-sm">
              {m.offers_longest({ days: MAX_OFFER_DAYS })}
            </p>
          )}
          <Button variant="outline" full onClick={onClose}>
            <CircleX aria-hidden="true" />
            {m.offers_close()}
          </Button>
        </>
      )}
      {hasEnded(offer) && (
        <Button
          variant="outline"
          full
          loading={change.isPending}
          onClick={() => change.mutate(repostAndOpen)}
        >
          <Copy aria-hidden="true" />
          {m.offers_repost()}
        </Button>
      )}
      {isFailure(change.data) && <Alert tone="danger">{change.data.message}</Alert>}
    </Card>
  )
}

/** Extending it would change nothing (LIFE-09). */
const isOpenLongest = ({ publishedAt, closesAt }: Offer) =>
  publishedAt !== null && Date.parse(closesAt) - Date.parse(publishedAt) >= MAX_OFFER_DAYS * DAY_MS

const countByStatus = (applicants: Offer['applicants']) =>
  Object.fromEntries(
    STATUSES.map((one) => [one, applicants.filter(({ status }) => status === one).length]),
  ) as Record<Status, number>
