import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isCompleteLanguage } from '#contract/formats.ts'
import { onboardingErrors } from '#contract/onboarding.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { useAuth } from '../lib/auth.ts'
import { pendingAction } from '../lib/pending-action.ts'
import { returnPath } from '../lib/return-path.ts'
import { reloadProfile } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { useBackLayer } from '../ui/back-layers.ts'
import { Card } from '../ui/Card.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useUpload } from '../uploads/use-upload.ts'
import { AvatarStep } from './AvatarStep.tsx'
import { CompanyStep } from './CompanyStep.tsx'
import { CompleteStep } from './CompleteStep.tsx'
import { DeveloperStep } from './DeveloperStep.tsx'
import { useDraft } from './draft.ts'
import { PersonalStep } from './PersonalStep.tsx'
import { SkillsStep } from './SkillsStep.tsx'
import { type OnboardingFailure, submitOnboarding } from './submit.ts'
import { Welcome } from './Welcome.tsx'

export default function OnboardingPage() {
  const { role } = useAuth()
  const { draft, change, clear } = useDraft()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<OnboardingFailure>()
  const [isFinishing, setFinishing] = useState(false)
  const avatar = useUpload({
    kind: 'image',
    value: draft.userinfo2.imageUrl,
    onChange: (imageUrl) => change('userinfo2', { imageUrl }),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = draft
  const lastStep = useRef(step)

  useEffect(() => {
    if (lastStep.current !== step) heading.current?.focus()
    lastStep.current = step
  }, [step])

  const today = new Date().toISOString().slice(0, 10)
  const personal = onboardingErrors(draft.userinfo1, today)
  const developer = onboardingErrors({
    ...draft.roletype1,
    languages: draft.roletype1.languages.filter(isCompleteLanguage),
  })
  const skills = onboardingErrors(draft.roletype2)
  const company = onboardingErrors(draft.recruiter1)

  const common = [
    {
      title: m.onboarding_personal(),
      isValid: isEmpty(personal),
      content: (
        <PersonalStep
          value={draft.userinfo1}
          errors={personal}
          today={today}
          onChange={(next) => change('userinfo1', next)}
        />
      ),
    },
    { title: m.general_avatar(), isValid: avatar.isValid, content: <AvatarStep upload={avatar} /> },
  ]
  const steps =
    role === 'recruiter'
      ? [
          ...common,
          {
            title: m.onboarding_company(),
            isValid: isEmpty(company),
            content: (
              <CompanyStep
                value={draft.recruiter1}
                errors={company}
                onChange={(next) => change('recruiter1', next)}
              />
            ),
          },
        ]
      : [
          ...common,
          {
            title: m.onboarding_details(),
            isValid: isEmpty(developer),
            content: (
              <DeveloperStep
                value={draft.roletype1}
                errors={developer}
                onChange={(next) => change('roletype1', next)}
              />
            ),
          },
          {
            title: m.general_skills(),
            isValid: isEmpty(skills),
            content: (
              <SkillsStep
                value={draft.roletype2.skills}
                onChange={(next) => change('roletype2', { skills: next })}
              />
            ),
          },
        ]

  async function handleFinish() {
    setFailure(undefined)
    setFinishing(true)
    const failed = await submitOnboarding(role, draft)
    if (failed) setFailure(failed)
    else if (!(await reloadProfile())) {
      setFailure({ message: m.general_request_failed(), isSpanish: false })
    } else {
      returnPath.clear()
      clear()
      void queryClient.invalidateQueries()
      await navigate(pendingAction.path() ?? paths.home(), { replace: true })
    }
    setFinishing(false)
  }

  function go(to: number) {
    setFailure(undefined)
    change('step', to)
  }

  useBackLayer(step >= 0, () => go(step - 1), { always: true })

  if (step < 0) {
    return (
      <Page title={m.onboarding_title()} heading={null}>
        <Welcome role={role} onStart={() => go(0)} />
      </Page>
    )
  }

  const current = steps[step]
  return (
    <Page title={m.onboarding_title()} heading={null}>
      <div className="mx-auto max-w-2xl">
        <Progress done={Math.min(step + 1, steps.length)} total={steps.length} />
        <Card padding="lg" className="mt-6">
          {current ? (
            <form
              noValidate
              onSubmit={(event: FormEvent) => {
                event.preventDefault()
                if (current.isValid) go(step + 1)
              }}
            >
              <h1 ref={heading} tabIndex={-1} className="text-2xl">
                {current.title}
              </h1>
              <div className="mt-6">{current.content}</div>
              <div className="mt-8 flex justify-between gap-3">
                <Button variant="outline" size="lg" onClick={() => go(step - 1)}>
                  {m.onboarding_back()}
                </Button>
                <Button type="submit" size="lg" disabled={!current.isValid}>
                  {m.onboarding_next()}
                </Button>
              </div>
            </form>
          ) : (
            <CompleteStep
              heading={heading}
              failure={failure}
              isFinishing={isFinishing}
              onBack={() => go(steps.length - 1)}
              onFinish={() => void handleFinish()}
            />
          )}
        </Card>
      </div>
    </Page>
  )
}

/** Without the final step (ONB-05). */
function Progress({ done, total }: { done: number; total: number }) {
  const counter = `${done} / ${total}`
  return (
    <div className="flex items-center gap-4">
      <ProgressBar
        label={m.onboarding_title()}
        value={done}
        max={total}
        valueText={counter}
        className="flex-1"
      />
      <span className="text-muted text-sm tabular-nums">{counter}</span>
    </div>
  )
}

const isEmpty = (errors: object) => Object.keys(errors).length === 0
