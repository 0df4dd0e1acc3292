import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import { Link } from 'react-router'
import type { Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { EXTERNAL_LINK, shownAddress } from '../lib/external-link.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { ResponsivenessNote } from '../recruiters/ResponsivenessNote.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { VerifiedMark } from '../verification/VerifiedMark.tsx'
import { useContactOwner } from './use-contact-owner.ts'

/** The recruiter who posted the offer (OFFD-08); nothing for an offer without an owner (decision 30). */
export function OfferOwnerCard({ offer: { owner, company } }: { offer: Offer }) {
  const contact = useContactOwner()
  if (!owner) return null
  const { companyName, website, contact: firstContact } = owner.role.recruiter
  return (
    <Card as="section" padding="lg" aria-label={m.offers_posted_by()}>
      <div className="flex items-center gap-4">
        <Avatar src={owner.avatar} name={owner.name} surname={owner.surname} size={14} />
        <div className="min-w-0">
          <h2 className="text-lg">
            <Link
              to={paths.recruiter(owner._id)}
              className="target text-text no-underline hover:text-primary"
            >
              {fullName(owner)}
            </Link>
          </h2>
          <p className="text-muted text-sm">{m.recruiters_recruiter()}</p>
        </div>
      </div>
      <div className="mt-4 grid gap-3">
        <VerifiedMark verified={owner.verified} explained />
        <ResponsivenessNote responsiveness={owner.responsiveness} explained />
      </div>
      <p className="mt-4 font-medium">{companyName || company}</p>
      <ul className="mt-2 space-y-1 text-sm pointer-coarse:space-y-0">
        {website && (
          <li className="flex items-center gap-2">
            <Globe aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <a href={website} {...EXTERNAL_LINK} className="min-w-0 py-0.5 text-link pointer-coarse:py-3">
              {shownAddress(website)}
            </a>
          </li>
        )}
        {firstContact?.email && (
          <li className="flex items-center gap-2">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <a href={`mailto:${firstContact.email}`} className="min-w-0 py-0.5 text-link pointer-coarse:py-3">
              {firstContact.email}
            </a>
          </li>
        )}
      </ul>
      <Button variant="outline" full className="mt-5" onClick={() => contact(owner)}>
        <MessageCircle aria-hidden="true" />
        {m.general_contact()}
      </Button>
    </Card>
  )
}
