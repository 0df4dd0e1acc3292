import { lazy, Suspense } from 'react'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { useAuth } from '../lib/auth.ts'

/** Loaded by moderators only. */
const ModerationApp = lazy(() => import('./ModerationApp.tsx'))

/** 404 below /admin for everybody but moderators (MOD-01). */
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
