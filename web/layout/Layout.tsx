import { lazy, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Outlet, ScrollRestoration } from 'react-router'
import { useAuth } from '../lib/auth.ts'
import { realtime } from '../lib/realtime.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { Footer } from './Footer.tsx'
import { OnboardingRule } from './Guard.tsx'
import { Header } from './Header.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { RouteProgress } from './RouteProgress.tsx'

const ChatWidget = lazy(() => import('../messages/ChatWidget.tsx'))

/** What every route shares (ROUTE-01). */
export function Layout() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink target="content" />
      <RouteProgress />
      <RouteAnnouncer />
      <Header />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <OnboardingRule>
          <Outlet />
        </OnboardingRule>
      </main>
      <Footer />
      <SignedInParts />
      <Toaster />
      <ScrollRestoration />
    </div>
  )
}

/** The chat, which opens the socket: only for people who have completed onboarding (DECISION 46). */
function SignedInParts() {
  const who = useAuth()
  const userId = who.profile?.hasCompletedOnboarding ? who.id : undefined
  useEffect(() => {
    if (!userId) realtime.disconnect()
  }, [userId])
  if (!userId) return null
  return (
    // A chat that cannot be loaded or drawn takes no page with it.
    <ErrorBoundary fallback={null} resetKeys={[userId]} onError={(error) => console.error(error)}>
      <Suspense fallback={null}>
        <ChatWidget key={userId} />
      </Suspense>
    </ErrorBoundary>
  )
}
