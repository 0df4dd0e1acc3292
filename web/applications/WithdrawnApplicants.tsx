import { useQuery } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { applicantName } from './applicants.ts'
import { withdrawnQuery } from './applications.api.ts'
import { StatusTag } from './StatusTag.tsx'

/** Collapsed; nothing when nobody withdrew (APPL-06). */
export function WithdrawnApplicants({ offerId }: { offerId: string }) {
  const withdrawn = useQuery(withdrawnQuery(offerId))
  const applicants = withdrawn.data?.applicants ?? []
  if (applicants.length === 0) return null
  return (
    <details className="rounded-card border border-line bg-sunken">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 px-4 font-medium text-sm">
        <span>{m.applications_withdrawn_group()}</span>
        <span className="text-muted tabular-nums">{applicants.length}</span>
      </summary>
      <ul className="grid gap-2 p-3 sm:grid-cols-2 lg:grid-cols-5">
        {applicants.map((applicant) => (
          <li
            key={applicant._id}
            className="flex items-center gap-3 rounded-card border border-line bg-surface p-3"
          >
            <Avatar
              src={applicant.user?.avatar}
              name={applicant.user?.name}
              surname={applicant.user?.surname}
              size={10}
            />
            <div className="min-w-0">
              <p className="truncate font-medium text-sm">{applicantName(applicant)}</p>
              <p className="text-muted text-xs">
                {m.applications_withdrawn_on({ date: formatDate(applicant.withdrawnAt) })}
              </p>
              <p className="mt-1">
                <StatusTag status={applicant.status} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
