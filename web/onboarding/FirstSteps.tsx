import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { careersQuery } from '../careers/careers.api.ts'
import type { ProfileForm } from '../devs/use-profile-dialogs.ts'
import { linkedForm } from '../lib/use-linked-form.ts'
import { NO_OFFER_FILTERS } from '../offers/offer-params.ts'
import { ownCountsQuery } from '../offers/offers.api.ts'
import { profilePath } from '../paths.ts'
import { developerProjectsQuery } from '../projects/projects.api.ts'
import { Card } from '../ui/Card.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { firstSteps } from './first-steps.ts'

type Step = { label: string; isDone: boolean; form: ProfileForm | { kind: 'create' } }

type FirstStepsProps = { user: User; className?: string | undefined }

/** The next steps of a new person, each with its form; hidden when all are done, or after dismissal (FLOW-10). */
export default function FirstSteps({ user, className }: FirstStepsProps) {
  const { _id, role } = user
  const [isDismissed, setDismissed] = useState(false)
  const title = useId()
  const steps = useSteps(user)
  const done = steps?.filter(({ isDone }) => isDone).length
  const isComplete = steps !== undefined && done === steps.length
  useEffect(() => {
    if (isComplete) firstSteps.end(_id)
  }, [isComplete, _id])

  if (isDismissed || steps === undefined || isComplete) return null
  const path = profilePath({ id: _id, role: role.type })

  return (
    <Card as="section" aria-labelledby={title} className={cn('border-primary py-4 pr-2', className)}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 pt-1.5">
          <p id={title} className="font-bold font-display text-lg">
            {m.onboarding_next_steps()}
          </p>
          <p className="text-muted text-sm">
            {role.type === 'developer'
              ? m.onboarding_next_steps_developer()
              : m.onboarding_next_steps_recruiter()}
          </p>
        </div>
        <IconButton
          label={m.onboarding_next_steps_dismiss()}
          onClick={() => {
            firstSteps.end(_id)
            setDismissed(true)
            // The focused button is removed.
            document.getElementById('content')?.focus({ preventScroll: true })
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-6 max-sm:flex-col sm:mt-3">
        {steps.map(({ label, isDone, form }) => (
          <li key={label}>
            {isDone ? (
              <span className="flex min-h-11 items-center gap-2 text-muted text-sm">
                <Check aria-hidden="true" className="size-5 shrink-0 text-success" />
                <span className="sr-only">{m.onboarding_step_done()} </span>
                <span className="line-through">{label}</span>
              </span>
            ) : (
              <Link
                to={path}
                state={linkedForm(form)}
                className="flex min-h-11 items-center gap-2 font-medium text-sm"
              >
                <Circle aria-hidden="true" className="size-5 shrink-0" />
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Derived from the person's data; undefined until it is loaded. */
function useSteps({ _id, role }: User): Step[] | undefined {
  const isDeveloper = role.type === 'developer'
  const projects = useQuery({ ...developerProjectsQuery(_id, 1), enabled: isDeveloper })
  const experiences = useQuery({ ...careersQuery('experience', _id, 1), enabled: isDeveloper })
  const offers = useQuery({
    ...ownCountsQuery({ ...NO_OFFER_FILTERS, sort: 'latest', page: 1 }),
    enabled: !isDeveloper,
  })

  if (role.type === 'recruiter') {
    if (!offers.data) return undefined
    const { draft: _, ...posted } = offers.data
    const isDone = Object.values(posted).some((count) => count > 0)
    return [{ label: m.onboarding_step_offer(), isDone, form: { kind: 'create' } }]
  }
  if (!projects.data || !experiences.data) return undefined
  const { resume, linkedin, github } = role.developer
  return [
    { label: m.onboarding_step_project(), isDone: projects.data.total > 0, form: { form: 'project' } },
    {
      label: m.onboarding_step_experience(),
      isDone: experiences.data.total > 0,
      form: { form: 'experience' },
    },
    { label: m.onboarding_step_cv(), isDone: resume !== '', form: { form: 'profile', at: 'resume' } },
    {
      label: m.onboarding_step_links(),
      isDone: linkedin !== '' || github !== '',
      form: { form: 'profile', at: 'links' },
    },
  ]
}
