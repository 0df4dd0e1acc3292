import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#contract/texts.ts'
import type { Verification } from '#contract/verification.ts'
import { formatDate } from '../lib/format.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProofSteps } from './ProofSteps.tsx'
import { StartForm } from './StartForm.tsx'
import { VerifiedMark } from './VerifiedMark.tsx'
import { verificationQuery } from './verification.api.ts'

/** The proof of the company's domain, step by step (TRUST-01). */
export function VerificationSection() {
  const query = useQuery(verificationQuery())
  return (
    <Card as="section" aria-labelledby="verification">
      <h2 id="verification" className="text-lg">
        {m.verification_title()}
      </h2>
      <p className="mt-1 text-muted text-sm">{m.verification_intro()}</p>
      <div className="mt-4">
        {query.data ? (
          <Steps verification={query.data} />
        ) : query.isLoadingError ? (
          <ErrorState compact message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <div aria-busy="true" className="space-y-3">
            <Skeleton className="h-6 w-64" />
            <Skeleton className="h-11 w-full" />
          </div>
        )}
      </div>
    </Card>
  )
}

function Steps({ verification }: { verification: Verification }) {
  const { state, domain, endsAt, verified } = verification
  // Shows the form instead of a proof under way, or of the mark.
  const [isStarting, setStarting] = useState(false)
  const isForm = isStarting || state === 'none' || state === 'expired'
  return (
    <div className="grid gap-4">
      {verified && <VerifiedMark verified={verified} className="text-base" />}
      {state === 'verified' && endsAt && (
        <p className="text-muted text-sm">{m.verification_until({ date: formatDate(endsAt) })}</p>
      )}
      {state === 'none' && <p>{m.verification_none()}</p>}
      {state === 'expired' && domain !== null && endsAt && (
        <p>{m.verification_expired({ domain, date: formatDate(endsAt) })}</p>
      )}
      {isForm ? (
        <StartForm
          domain={domain}
          onStarted={() => setStarting(false)}
          onCancel={isStarting ? () => setStarting(false) : undefined}
        />
      ) : (
        <>
          {state === 'pending' && <ProofSteps verification={verification} />}
          <div>
            <Button
              variant={state === 'pending' ? 'ghost' : 'outline'}
              size="sm"
              onClick={() => setStarting(true)}
            >
              {state === 'pending' ? m.verification_again() : m.verification_renew()}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
