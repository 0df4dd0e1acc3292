import type { RefObject } from 'react'
import { m } from '#contract/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Es } from '../ui/Es.tsx'
import { BridgeMark } from '../ui/Logo.tsx'
import type { OnboardingFailure } from './submit.ts'

type CompleteStepProps = {
  heading: RefObject<HTMLHeadingElement | null>
  failure: OnboardingFailure | undefined
  isFinishing: boolean
  onBack: () => void
  onFinish: () => void
}

export function CompleteStep({ heading, failure, isFinishing, onBack, onFinish }: CompleteStepProps) {
  return (
    <div className="text-center">
      <BridgeMark className="mx-auto mt-2 h-16 w-auto text-primary" />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-3xl">
        {m.onboarding_congratulations()}
      </h1>
      <p className="mt-2 text-lg text-muted">{m.onboarding_completed()}</p>
      {failure !== undefined && (
        <Alert tone="danger" className="mt-6 text-left">
          <Es>{m.people_onboarding_alert()}</Es>{' '}
          {failure.isSpanish ? <Es>{failure.message}</Es> : failure.message}
        </Alert>
      )}
      <div className="mt-8 flex justify-between gap-3">
        <Button variant="outline" size="lg" disabled={isFinishing} onClick={onBack}>
          {m.onboarding_back()}
        </Button>
        <Button size="lg" loading={isFinishing} onClick={onFinish}>
          {m.onboarding_finish()}
        </Button>
      </div>
    </div>
  )
}
