import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Role } from '#contract/users.ts'
import { auth, useAuth } from '../lib/auth.ts'
import { pendingAction } from '../lib/pending-action.ts'
import { returnPath } from '../lib/return-path.ts'
import { paths, profilePath } from '../paths.ts'
import { PageSpinner } from './PageSpinner.tsx'

type GuardProps = {
  /** Without it, any signed-in person. */
  only?: Role | undefined
  /** Redirect for the other role: home, or the own page. */
  otherRole?: 'home' | 'own-page' | undefined
}

/** Admits signed-in people, optionally of one role (decision 35); shows a spinner while the token is checked. */
export function Guard({ only, otherRole = 'home' }: GuardProps) {
  const who = useAuth()
  const [wasInside, setWasInside] = useState(false)
  if (who.status === 'signed-in' && !wasInside) setWasInside(true)

  if (who.status === 'unknown' || who.status === 'checking') return <PageSpinner />
  if (who.status === 'visitor') return <ToLogin left={wasInside ? auth.signOutReason() : undefined} />
  if (only && who.role !== only) {
    return <Redirect to={otherRole === 'home' ? paths.home() : profilePath(who)} />
  }
  return <Outlet />
}

/** Redirects signed-in people away from login and register (decision 35). */
export function VisitorGuard() {
  const who = useAuth()
  if (who.status === 'signed-in') return <Onward to={profilePath(who)} />
  return <Outlet />
}

/** The wizard is for signed-in people who have not completed it (ONB-12, ONB-13); then the pending action is finished (FLOW-01). */
export function OnboardingGuard() {
  const who = useAuth()
  if (who.status === 'signed-in' && who.profile.hasCompletedOnboarding) {
    return <Redirect to={pendingAction.path() ?? paths.home()} />
  }
  return <Guard />
}

/** Redirects to onboarding until it is completed, except from a few pages (decision 35). */
export function OnboardingRule({ children }: { children: ReactNode }) {
  const who = useAuth()
  const { pathname } = useLocation()
  if (who.status === 'signed-in' && !who.profile.hasCompletedOnboarding && !isFree(pathname)) {
    return <Redirect to={paths.onboarding()} />
  }
  return children
}

const FREE = ['/onboarding', '/about', '/contact']
/** Includes pages linked from mails. */
const FREE_BELOW = ['/legal/', '/reset-password/', '/confirm/', '/email-change/']

function isFree(pathname: string) {
  const path = pathname.replace(/\/+$/, '')
  return FREE.includes(path) || FREE_BELOW.some((start) => path.startsWith(start))
}

function ToLogin({ left }: { left: ReturnType<typeof auth.signOutReason> }) {
  const { pathname, search } = useLocation()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!left || left === 'expired') returnPath.save(pathname + search)
    setReady(true)
  }, [left, pathname, search])
  if (!isReady) return <PageSpinner />
  return <Redirect to={left === 'logout' ? paths.home() : paths.login()} />
}

function Onward({ to }: { to: string }) {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    // StrictMode runs it twice: the first result is used.
    setTarget((first) => first ?? returnPath.take() ?? to)
  }, [to])
  return target === undefined ? <PageSpinner /> : <Redirect to={target} />
}

/** A guard stays mounted when another page is opened while this one loads, which would cancel a single `Navigate`. */
function Redirect({ to }: { to: string }) {
  const { key } = useLocation()
  return <Navigate key={key} to={to} replace />
}
