import Columns3 from 'lucide-react/icons/columns-3'
import Pencil from 'lucide-react/icons/pencil'
import { Link } from 'react-router'
import type { Offer } from '#contract/offers.ts'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'

/** The owner's actions on the page of an offer (OFFD-05, OFFD-06). */
export function OwnOfferTools({ offer, onEdit }: { offer: Offer; onEdit: () => void }) {
  return (
    <Card as="section" padding="lg" aria-label="Your offer" className="flex flex-col gap-3">
      <h2 className="text-lg">Your offer</h2>
      <Link to={paths.applicants(offer._id)} className={buttonStyles({ full: true })}>
        <Columns3 aria-hidden="true" />
        Dashboard offer
      </Link>
      <Button variant="outline" full onClick={onEdit}>
        <Pencil aria-hidden="true" />
        Edit Offer
      </Button>
    </Card>
  )
}
