import { useEffect, useState } from 'react'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { DeveloperBuildDrawing } from '../ui/illustrations/DeveloperBuildDrawing.tsx'
import { DeveloperPortfolioDrawing } from '../ui/illustrations/DeveloperPortfolioDrawing.tsx'
import { RecruiterMeetDrawing } from '../ui/illustrations/RecruiterMeetDrawing.tsx'
import { RecruiterSearchDrawing } from '../ui/illustrations/RecruiterSearchDrawing.tsx'

const drawings = {
  developer: [
    { id: 'build', Drawing: DeveloperBuildDrawing },
    { id: 'portfolio', Drawing: DeveloperPortfolioDrawing },
  ],
  recruiter: [
    { id: 'search', Drawing: RecruiterSearchDrawing },
    { id: 'meet', Drawing: RecruiterMeetDrawing },
  ],
}
const sentences = {
  developer: m.onboarding_welcome_developer,
  recruiter: m.onboarding_welcome_recruiter,
}
const CHANGE_MS = 3000

/** Cross-fades the images of the role every 3 s, for 1 s; with reduced motion only the first shows. */
export function Welcome({ role = 'developer', onStart }: { role?: Role | undefined; onStart: () => void }) {
  const [shown, setShown] = useState(0)
  const images = drawings[role]

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setShown((last) => (last + 1) % images.length), CHANGE_MS)
    return () => clearInterval(timer)
  }, [images])

  return (
    <div className="mx-auto flex max-w-xl flex-col items-center text-center">
      <div className="relative mb-8 aspect-[320/220] w-full max-w-md" aria-hidden="true">
        {images.map(({ id, Drawing }, index) => (
          <Drawing
            key={id}
            className={cn(
              'absolute inset-0 size-full transition-opacity duration-1000',
              index !== shown && 'opacity-0',
            )}
          />
        ))}
      </div>
      <h1 className="text-4xl">{m.onboarding_welcome({ product: PRODUCT.name })}</h1>
      <p className="mt-3 text-lg text-muted">{sentences[role]()}</p>
      <Button size="lg" className="mt-8 min-w-40" onClick={onStart}>
        {m.onboarding_start()}
      </Button>
    </div>
  )
}
