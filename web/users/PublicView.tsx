import Eye from 'lucide-react/icons/eye'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { type ButtonStyle, buttonStyles } from '../ui/Button.tsx'

const PUBLIC_VIEW = 'view=public'

/** Whether the URL requests the public view of the own profile (FLOW-11). */
export const isPublicView = (search: URLSearchParams) => search.get('view') === 'public'

export function PublicViewLink({ full }: Pick<ButtonStyle, 'full'>) {
  return (
    <Link to={{ search: PUBLIC_VIEW }} className={buttonStyles({ variant: 'ghost', full })}>
      <Eye aria-hidden="true" />
      {m.people_view_as_others()}
    </Link>
  )
}

export function PublicViewNote() {
  return (
    <Alert className="mb-6">
      {m.people_as_others()}{' '}
      <Link to={{ search: '' }} className="font-medium">
        {m.people_view_as_owner()}
      </Link>
    </Alert>
  )
}
