import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ListedOffer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'

type OfferMenuProps = { offer: ListedOffer; onEdit: () => void; onDelete: () => void }

/** For the owner of an offer (OFF-20). */
export default function OfferMenu({ offer, onEdit, onDelete }: OfferMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={m.offers_options_for({ position: offer.position })}>
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        {m.offers_edit()}
      </MenuItem>
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
        {m.offers_delete()}
      </MenuItem>
    </Menu>
  )
}
