import { PageSpinner } from '../layout/PageSpinner.tsx'
import { auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { loadRecruiter, RecruiterScreen } from './RecruiterScreen.tsx'

/** The own page under its private URL (decision 35). */
export default function OwnRecruiterPage() {
  const { id } = useAuth()
  return id === undefined ? <PageSpinner /> : <RecruiterScreen recruiterId={id} />
}

export function load({ queryClient, url }: LoadContext) {
  const { id, role } = auth.get()
  if (id === undefined || role !== 'recruiter') return
  return loadRecruiter(queryClient, id, url.searchParams)
}
