import type { Status } from '#contract/applications.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { STATUS_LOOKS } from './statuses.ts'

/** Applied, reviewed, interviewed, decided. */
const STEPS = [1, 2, 3, 4]

/** Progress of an application in the colour of its status, beside the name of the status. */
export function StepsBar({ status, hasEnded }: { status: Status; hasEnded?: boolean | undefined }) {
  const look = STATUS_LOOKS[status]
  const tone = hasEnded ? 'neutral' : look.tone
  return (
    <span aria-hidden="true" className={cn(TONES[tone], 'mt-3 flex gap-1 bg-transparent')}>
      {STEPS.map((step) => (
        <span
          key={step}
          className={cn(
            'h-1 flex-1 rounded-full',
            step <= look.step ? 'bg-current forced-colors:bg-[CanvasText]' : 'bg-line',
          )}
        />
      ))}
    </span>
  )
}
