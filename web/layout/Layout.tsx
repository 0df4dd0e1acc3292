import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { AnnouncementSlot } from '../announcements/AnnouncementSlot.tsx'
import { useAuth } from '../lib/auth.ts'
import { clearPendingElsewhere } from '../lib/pending-action.ts'
import { setPageKey } from '../ui/back-layers.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { ConfirmSlot } from './ConfirmSlot.tsx'
import { Footer } from './Footer.tsx'
import { OnboardingRule } from './Guard.tsx'
import { Header } from './Header.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { RouteProgress } from './RouteProgress.tsx'
import { untilLoaded } from './until-loaded.ts'

const SignedInParts = lazy(() => untilLoaded(() => import('./SignedInParts.tsx')))

/** The layout of every route (ROUTE-01). */
export function Layout() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  const { key, pathname, search } = useLocation()
  useEffect(() => setPageKey(key), [key])
  useEffect(() => clearPendingElsewhere(pathname, search), [pathname, search])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink target="content" />
      <RouteProgress />
      <RouteAnnouncer />
      <Header />
      <OfflineNotice />
      <ConfirmSlot />
      <AnnouncementSlot />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <OnboardingRule>
          <Outlet />
        </OnboardingRule>
      </main>
      <Footer />
      <SignedInSlot />
      <Toaster />
      <ScrollRestoration />
    </div>
  )
}

/** Only for people who are signed in and have completed onboarding (decision 35). */
function SignedInSlot() {
  const who = useAuth()
  if (!who.profile?.hasCompletedOnboarding) return null
  return (
    <Suspense fallback={null}>
      <SignedInParts key={who.id} />
    </Suspense>
  )
}
