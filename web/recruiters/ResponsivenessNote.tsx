import MessageCircleReply from 'lucide-react/icons/message-circle-reply'
import type { Responsiveness } from '#contract/responsiveness.ts'
import { m } from '#contract/texts.ts'
import { formatDays } from '../lib/format.ts'

/** A recruiter's responsiveness in a line; with `explained` also the meaning of the numbers (APPL-10). */
export function ResponsivenessNote({
  responsiveness,
  explained = false,
}: {
  /** Absent from a node of the former version. */
  responsiveness: Responsiveness | undefined
  explained?: boolean
}) {
  if (!responsiveness) return null
  const { rated, answeredPercent, medianDays, applications } = responsiveness
  return (
    <div className="text-muted text-sm">
      <p className="flex items-center gap-1.5">
        <MessageCircleReply aria-hidden="true" className="size-4 shrink-0" />
        {rated ? shortText() : m.recruiters_new()}
      </p>
      {explained && (
        <p className="mt-1 text-xs">{rated ? longText() : m.recruiters_too_few_applications()}</p>
      )}
    </div>
  )

  function shortText() {
    const percent = answeredPercent ?? 0
    return medianDays === null
      ? m.recruiters_answers({ percent })
      : [m.recruiters_answers({ percent }), withinText(medianDays)].join(' · ')
  }

  function longText() {
    const percent = answeredPercent ?? 0
    return medianDays === null
      ? m.recruiters_answered({ applications: applications ?? 0, percent })
      : m.recruiters_answered_within({
          applications: applications ?? 0,
          percent,
          within: withinText(medianDays),
        })
  }
}

function withinText(days: number): string {
  if (days < 1) return m.recruiters_within_a_day()
  if (days === 1) return m.recruiters_within_one_day()
  return m.recruiters_within_days({ days: formatDays(days) })
}
