import { useAuth } from '../lib/auth.ts'
import { lazyImport, useLazyImport } from '../ui/lazy-import.ts'
import { firstSteps } from './first-steps.ts'

const bandCode = lazyImport(() => import('./FirstSteps.tsx').then((module) => module.default))

/** The first steps after onboarding (FLOW-10); the code is loaded on demand. */
export function FirstStepsSlot({ className }: { className?: string | undefined }) {
  const { profile } = useAuth()
  const isShown = profile?.hasCompletedOnboarding === true && !firstSteps.isOver(profile._id)
  const FirstSteps = useLazyImport(bandCode, isShown, () => undefined)
  return FirstSteps && isShown && <FirstSteps key={profile._id} user={profile} className={className} />
}
