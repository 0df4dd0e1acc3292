import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { StatusTag } from '../applications/StatusTag.tsx'
import { useNow } from '../lib/clock.ts'
import { fullName, postedAgo } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { Tag } from '../ui/Tag.tsx'
import { VerifiedMark } from '../verification/VerifiedMark.tsx'
import type { OfferCardProps } from './OfferCard.tsx'
import { applicantCount, contractTypes, payOf, workplaceOf } from './offer-format.ts'

/** An offer in a list of rows: several fit into a window (FLOW-07). */
export function OfferRow({ offer, highlightedSkills, showStatus, menu, actions, level = 2 }: OfferCardProps) {
  const now = useNow()
  const linkOf = useSkillLinks(paths.offers())
  const Heading = `h${level}` as const
  const { owner, company, location, applicants } = offer
  const pay = payOf(offer)
  const who =
    company || owner?.role.recruiter.companyName || (owner ? fullName(owner) : m.offers_unknown_recruiter())
  return (
    <Card
      as="article"
      interactive
      className="grid items-center gap-x-6 gap-y-3 px-4 py-3 md:grid-cols-[minmax(0,1fr)_11rem_auto] lg:grid-cols-[minmax(0,1fr)_13rem_8rem_auto]"
    >
      <div className="flex min-w-0 gap-3">
        <Avatar src={owner?.avatar} name={owner?.name} surname={owner?.surname} size={10} />
        <div className="min-w-0 flex-1">
          <Heading className="wrap-anywhere text-base">
            <Link to={paths.offer(offer._id)} className={cn(cardLinkStyles, 'inline-block leading-6')}>
              {offer.position}
            </Link>
          </Heading>
          <p className="wrap-anywhere text-muted text-sm">
            {owner ? (
              <Link
                to={paths.recruiter(owner._id)}
                className="target z-10 text-muted no-underline hover:text-primary"
              >
                {who}
              </Link>
            ) : (
              who
            )}
            {location && ` · ${location}`}
          </p>
          {owner && <VerifiedMark verified={owner.verified} />}
          <div className="mt-1.5">
            <ChipList items={offer.skills} highlighted={highlightedSkills} linkOf={linkOf} />
          </div>
        </div>
      </div>
      {/* One column, and two from 1024 px. */}
      <div className="min-w-0 space-y-1 text-sm lg:contents">
        <div className="min-w-0 lg:text-sm">
          <p className={pay ? 'font-medium tabular-nums' : 'text-muted'}>{pay ?? m.offers_pay_none()}</p>
          <p className="text-muted">
            {[contractTypes(offer), workplaceOf(offer)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-x-3 text-muted md:block lg:text-sm">
          {offer.publishedAt && <p>{postedAgo(offer.publishedAt, now)}</p>}
          <p>{applicantCount(offer.applicantsCount)}</p>
        </div>
      </div>
      <div className="relative z-10 flex items-center gap-2 md:max-lg:flex-col md:max-lg:items-stretch lg:justify-end">
        {showStatus && applicants[0] && <StatusTag status={applicants[0].status} />}
        {offer.state !== 'published' && <Tag>{m.offers_state({ state: offer.state })}</Tag>}
        {actions}
        {menu}
      </div>
    </Card>
  )
}
