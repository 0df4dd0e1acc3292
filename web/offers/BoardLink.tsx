import Columns3 from 'lucide-react/icons/columns-3'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'

/** The owner's next step on the page of an offer (OFFD-06). */
export function BoardLink({ offerId }: { offerId: string }) {
  return (
    <Link to={paths.applicants(offerId)} className={buttonStyles({ full: true })}>
      <Columns3 aria-hidden="true" />
      {m.offers_board()}
    </Link>
  )
}
