import BadgeCheck from 'lucide-react/icons/badge-check'
import BadgeQuestionMark from 'lucide-react/icons/badge-question-mark'
import { m } from '#contract/texts.ts'
import type { Verified } from '#contract/verified.ts'
import { formatDate } from '../lib/format.ts'
import { cn } from '../ui/cn.ts'

type VerifiedMarkProps = {
  /** Absent from a node of the former version. */
  verified: Verified | null | undefined
  /** Adds the explanation. */
  explained?: boolean
  className?: string
}

/** Whether a recruiter has proven a company's domain, and when (TRUST-01, TRUST-02). */
export function VerifiedMark({ verified, explained = false, className }: VerifiedMarkProps) {
  if (verified === undefined) return null
  const Icon = verified ? BadgeCheck : BadgeQuestionMark
  return (
    <div className={cn('text-muted text-sm', className)}>
      <p className="flex items-start gap-1.5">
        <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', verified && 'text-success')} />
        <span className="wrap-anywhere min-w-0">
          {verified ? (
            <>
              <span className="font-medium text-text">
                {m.recruiters_verified({ domain: verified.domain })}
              </span>{' '}
              {m.recruiters_verified_since({ date: formatDate(verified.since) })}
            </>
          ) : (
            m.recruiters_not_verified()
          )}
        </span>
      </p>
      {explained && (
        <p className="mt-1 text-xs">
          {verified
            ? m.recruiters_verified_text({ domain: verified.domain })
            : m.recruiters_not_verified_text()}
        </p>
      )}
    </div>
  )
}
