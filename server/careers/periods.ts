import { endsAfterStart } from '#contract/careers.ts'
import { m } from '#contract/texts.ts'
import { invalid } from '../lib/errors.ts'

export type Period = { startDate: string; endDate: string | null }
type Sent = { [Key in keyof Period]?: Period[Key] | undefined }
type Stored = { start_month: string; end_month: string | null }

/** Current entries precede ended ones (decision 28). */
const ONGOING = '9999-12'

/** The columns of a period after a change, validated as a whole: 400 when its end is before its start. */
export function periodColumns(sent: Sent, stored?: Stored) {
  const startDate = sent.startDate ?? stored?.start_month ?? ''
  const endDate = sent.endDate === undefined ? (stored?.end_month ?? null) : sent.endDate
  if (!endsAfterStart({ startDate, endDate })) throw invalid({ endDate: m.careers_end_before_start() })
  return { start_month: startDate, end_month: endDate, sort_end: endDate ?? ONGOING }
}
