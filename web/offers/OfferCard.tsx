import MapPin from 'lucide-react/icons/map-pin'
import UsersRound from 'lucide-react/icons/users-round'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedOffer } from '#contract/offers.ts'
import type { OwnOffer } from '#contract/own-offers.ts'
import { m } from '#contract/texts.ts'
import { StatusTag } from '../applications/StatusTag.tsx'
import { useNow } from '../lib/clock.ts'
import { formatDate, fullName, postedAgo } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { ResponsivenessNote } from '../recruiters/ResponsivenessNote.tsx'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { Clamp } from '../ui/Clamp.tsx'
import { cn } from '../ui/cn.ts'
import { Tag } from '../ui/Tag.tsx'
import { VerifiedMark } from '../verification/VerifiedMark.tsx'
import { applicantCount, contractTypes, payOf, workplaceOf } from './offer-format.ts'
import { StagesBar } from './StagesBar.tsx'

export type OfferCardProps = {
  /** With the pipeline for the owner, in place of their own face. */
  offer: ListedOffer & Partial<Pick<OwnOffer, 'stages'>>
  /** Shown first and in green. */
  highlightedSkills?: readonly string[] | undefined
  /** Shows the status of the own application. */
  showStatus?: boolean | undefined
  /** A menu in the corner. */
  menu?: ReactNode
  /** Buttons below. */
  actions?: ReactNode
  /** Heading level; the size stays. */
  level?: 2 | 3 | undefined
}

/** The whole card links to the offer; owner, menu and buttons are separate targets. */
export function OfferCard({
  offer,
  highlightedSkills,
  showStatus,
  menu,
  actions,
  level = 2,
}: OfferCardProps) {
  const now = useNow()
  const linkOf = useSkillLinks(paths.offers())
  const Heading = `h${level}` as const
  const isOwn = offer.stages !== undefined
  const applied = showStatus ? offer.applicants[0] : undefined
  const pay = payOf(offer)
  const workplace = workplaceOf(offer)
  return (
    <Card as="article" interactive className="flex h-full flex-col gap-4">
      {!isOwn && (
        <div className="flex items-start gap-3">
          <Owner offer={offer} />
          <div className="ml-auto flex min-w-0 max-w-[55%] shrink-0 items-center gap-1">
            {/* Stacked: side by side they leave no room for the name. */}
            <div className="flex min-w-0 flex-col items-end gap-1">
              {offer.applied && <Tag tone="green">{m.offers_is_applied()}</Tag>}
              {applied && <StatusTag status={applied.status} />}
            </div>
            {menu && <div className="relative z-10 -my-1.5 -mr-2">{menu}</div>}
          </div>
        </div>
      )}

      <div className="flex flex-col gap-4">
        <div className="min-w-0">
          {isOwn && menu && <div className="relative z-10 float-right -mt-2 -mr-2">{menu}</div>}
          <Heading className="text-lg">
            <Link to={paths.offer(offer._id)} className={cardLinkStyles}>
              {offer.position}
            </Link>
          </Heading>
          {offer.role && <p className="mt-1 text-muted text-sm">{offer.role}</p>}
          {offer.location && (
            <p className="mt-1 flex items-center gap-1.5 text-muted text-sm">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              {offer.location}
            </p>
          )}
          {offer.description && (
            <Clamp lines={2} className="mt-3 text-sm">
              {offer.description}
            </Clamp>
          )}
        </div>
        <div className="flex flex-col gap-3">
          <p className="flex flex-wrap items-center gap-1.5">
            {offer.state !== 'published' && <Tag>{m.offers_state({ state: offer.state })}</Tag>}
            {offer.contractType.length > 0 && (
              <Tag tone="secondary" className="h-auto min-h-6 py-0.5 [&>span]:whitespace-normal">
                {contractTypes(offer)}
              </Tag>
            )}
            {workplace && <Tag>{workplace}</Tag>}
            <span className={cn('text-sm tabular-nums', pay ? 'font-medium' : 'text-muted')}>
              {pay ?? m.offers_pay_none()}
            </span>
          </p>
          <ChipList items={offer.skills} highlighted={highlightedSkills} linkOf={linkOf} />
        </div>
      </div>

      <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-line border-t pt-3 text-muted text-sm">
        {applied && (
          <span className="w-full">
            {m.applications_applied_on({ date: formatDate(applied.appliedDate) })}
          </span>
        )}
        <span>{offer.publishedAt && postedAgo(offer.publishedAt, now)}</span>
        <span className="flex items-center gap-1.5">
          <UsersRound aria-hidden="true" className="size-4" />
          {applicantCount(offer.applicantsCount)}
        </span>
        {offer.stages && (
          <div className="w-full">
            <StagesBar stages={offer.stages} />
          </div>
        )}
        {offer.owner && !isOwn && (
          <div className="grid w-full gap-1">
            <ResponsivenessNote responsiveness={offer.owner.responsiveness} />
            <VerifiedMark verified={offer.owner.verified} />
          </div>
        )}
        {actions && <div className="relative z-10 flex w-full flex-wrap gap-2 *:flex-1">{actions}</div>}
      </footer>
    </Card>
  )
}

function Owner({ offer: { owner, company } }: Pick<OfferCardProps, 'offer'>) {
  if (!owner) {
    return (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar size={10} />
        <span className="min-w-0 font-medium text-sm">{m.offers_unknown_recruiter()}</span>
      </span>
    )
  }
  return (
    <Link
      to={paths.recruiter(owner._id)}
      className="target z-10 flex min-w-0 items-center gap-3 text-text no-underline hover:text-primary"
    >
      <Avatar src={owner.avatar} name={owner.name} surname={owner.surname} size={10} />
      <span className="min-w-0 leading-tight">
        <span className="block truncate font-medium text-sm">{fullName(owner)}</span>{' '}
        <span className="block truncate text-muted text-xs">
          {company || owner.role.recruiter.companyName}
        </span>
      </span>
    </Link>
  )
}
