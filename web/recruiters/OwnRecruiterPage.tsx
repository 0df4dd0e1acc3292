import { PageSpinner } from '../layout/PageSpinner.tsx'
import { useAuth } from '../lib/auth.ts'
import { RecruiterScreen } from './RecruiterScreen.tsx'

/** The own page under its private address (DECISION 43). */
export default function OwnRecruiterPage() {
  const { id } = useAuth()
  return id === undefined ? <PageSpinner /> : <RecruiterScreen recruiterId={id} />
}
