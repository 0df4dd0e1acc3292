import { lazy, Suspense } from 'react'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { useAuth } from '../lib/auth.ts'

/** The part of the application that nobody else loads. */
const ModerationApp = lazy(() => import('./ModerationApp.tsx'))

/** For everybody but moderators there is nothing below /admin (MOD-01). */
export default function AdminPage() {
  const who = useAuth()
  if (who.status === 'unknown' || who.status === 'checking') return <PageSpinner />
  if (!who.profile?.moderator) return <NotFoundPage />
  return (
    <Suspense fallback={<PageSpinner />}>
      <ModerationApp />
    </Suspense>
  )
}
