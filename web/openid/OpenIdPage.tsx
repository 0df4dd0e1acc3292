import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { finishOpenId } from '#contract/openid.ts'
import { PRODUCT } from '#contract/product.ts'
import type { SecondFactorNeeded } from '#contract/sign-in-errors.ts'
import { m } from '#contract/texts.ts'
import { FormCard } from '../layout/FormCard.tsx'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { fullNavigation } from '../lib/full-navigation.ts'
import { returnPath } from '../lib/return-path.ts'
import { paths, profilePath } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { toast } from '../ui/toast.ts'
import { finishSignIn } from '../users/finish-sign-in.ts'
import { readKnownDevice } from '../users/known-device.ts'
import { addressInLanguageOf, clearFlow, readFlow } from './flow.ts'

const SecondStep = lazy(() => import('../users/SecondStep.tsx'))

/** The redirect target of a provider: completes the sign-in, or links the identity to the account (ACCT-03). */
export default function OpenIdPage() {
  const { providerId = '' } = useParams()
  const provider = PRODUCT.providers.find(({ id }) => id === providerId)
  const who = useAuth()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [secondFactor, setSecondFactor] = useState<SecondFactorNeeded>()
  const [isSigningIn, setSigningIn] = useState(false)
  // A code can be used once, and StrictMode runs effects twice.
  const isBegun = useRef(false)
  const isKnown = who.status === 'visitor' || who.status === 'signed-in'

  useEffect(() => {
    if (!provider || !isKnown || isBegun.current) return
    const wasSignedIn = who.status === 'signed-in'
    async function finish(id: NonNullable<typeof provider>['id'], name: string) {
      const flow = readFlow(id)
      const search = new URLSearchParams(window.location.search)
      const [code, state, iss] = ['code', 'state', 'iss'].map((key) => search.get(key) ?? undefined)
      const address = flow && addressInLanguageOf(flow)
      if (address) return fullNavigation.replace(address)
      clearFlow()
      // Not repeated by a reload or the history.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      if (search.get('error') === 'access_denied') return setFailure(m.openid_cancelled())
      if (!flow || !code || !state) return setFailure(m.openid_expired())
      const body = { code, state, flow: flow.flow, ...(iss && { iss }), device: readKnownDevice() }
      setSigningIn(!wasSignedIn)
      const result = await request(finishOpenId, { params: { id }, body })
      if (isFailure(result)) {
        if (result.secondFactor) setSecondFactor(result.secondFactor)
        else setFailure(result.message)
      } else if (wasSignedIn) {
        toast.success(m.openid_connected({ provider: name }))
        await navigate(paths.securitySettings(), { replace: true })
      } else if (!(await finishSignIn(result))) setFailure(m.general_request_failed())
    }
    isBegun.current = true
    void finish(provider.id, provider.name)
  }, [provider, isKnown, who.status, navigate])

  if (!provider) return <NotFoundPage />
  if (isSigningIn && who.status === 'signed-in') return <Onward to={profilePath(who)} />
  const title = m.openid_page_title({ provider: provider.name })
  const isSignedIn = who.status === 'signed-in'
  return (
    <FormCard
      title={title}
      footer={
        <Link to={isSignedIn ? paths.securitySettings() : paths.login()} className="text-link">
          {isSignedIn ? m.openid_back_to_settings() : m.auth_back_to_login()}
        </Link>
      }
    >
      {secondFactor ? (
        <Suspense fallback={<Spinner />}>
          <SecondStep needed={secondFactor} onCancel={() => void navigate(paths.login())} />
        </Suspense>
      ) : failure ? (
        <Alert tone="danger">{failure}</Alert>
      ) : (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          {m.openid_page_wait()}
        </p>
      )}
    </FormCard>
  )
}

/** The same as after a sign-in by password. */
function Onward({ to }: { to: string }) {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    // StrictMode runs it twice: the first result is used.
    setTarget((first) => first ?? returnPath.take() ?? to)
  }, [to])
  return target === undefined ? <PageSpinner /> : <Navigate to={target} replace />
}
