import type { Status } from '#contract/applications.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { STATUS_LOOKS } from './statuses.ts'

/** Applied, reviewed, interviewed, decided. */
const STEPS = [1, 2, 3, 4]

const REACHED: Record<Status, number> = { pending: 1, reviewed: 2, interviewed: 3, accepted: 4, rejected: 4 }

/** How far an application has come, in the colour of its status, whose word stands beside it. */
export function StepsBar({ status, hasEnded }: { status: Status; hasEnded?: boolean | undefined }) {
  const tone = hasEnded ? 'neutral' : STATUS_LOOKS[status].tone
  return (
    <span aria-hidden="true" className={cn(TONES[tone], 'mt-3 flex gap-1 bg-transparent')}>
      {STEPS.map((step) => (
        <span
          key={step}
          className={cn(
            'h-1 flex-1 rounded-full',
            step <= REACHED[status] ? 'bg-current forced-colors:bg-[CanvasText]' : 'bg-line',
          )}
        />
      ))}
    </span>
  )
}
