import { useQuery } from '@tanstack/react-query'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { applicantName } from './applicants.ts'
import { applicantsQuery } from './applications.api.ts'
import { CoverLetterButton } from './CoverLetterButton.tsx'
import { CvButton } from './CvButton.tsx'
import { StatusTag } from './StatusTag.tsx'
import { useLiveApplicants } from './use-applicants.ts'
import { useFirstOpening } from './use-first-opening.ts'

const PER_PAGE = 10
/** VAL-69 */
const MIN_LETTER_LENGTH = 10

/** The applicants of an own offer, newest first (OFFD-07). */
export function ApplicantList({ offerId }: { offerId: string }) {
  const candidates = useQuery(applicantsQuery(offerId))
  const [page, setPage] = useState(1)
  const onOpened = useFirstOpening(offerId)
  useLiveApplicants(offerId)

  if (candidates.isPending) {
    return (
      <div aria-busy="true" className="space-y-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  if (candidates.isLoadingError) {
    return (
      <ErrorState
        compact
        message={candidates.error.message}
        onRetry={() => void candidates.refetch()}
        retrying={candidates.isFetching}
      />
    )
  }
  const { applicants } = candidates.data
  if (applicants.length === 0) {
    return <p className="text-muted">{m.applications_no_applicants_yet()}</p>
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {applicants.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((applicant) => (
          <li key={applicant._id}>
            <ApplicantRow offerId={offerId} applicant={applicant} onOpened={onOpened} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={Math.ceil(applicants.length / PER_PAGE)}
        onChange={setPage}
        label={m.applications_pages_of_applicants()}
        className="mt-4"
      />
    </>
  )
}

type ApplicantRowProps = {
  offerId: string
  applicant: Applicant
  onOpened: (applicant: Applicant) => void
}

function ApplicantRow({ offerId, applicant, onOpened }: ApplicantRowProps) {
  const { user, status, appliedDate } = applicant
  const name = applicantName(applicant)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Avatar src={user?.avatar} name={user?.name} surname={user?.surname} size={12} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="-my-2.5 truncate py-2.5 font-medium">
          {user ? (
            <Link to={paths.developer(user._id)} className="target text-text no-underline hover:text-primary">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="truncate text-muted text-sm">
          {[user?.role.developer.professionalPosition, formatDate(appliedDate)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <StatusTag status={status} />
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <CvButton applicant={applicant} size="sm" onDownload={onOpened} />
        <CoverLetterButton offerId={offerId} applicant={applicant} minLength={MIN_LETTER_LENGTH} size="sm" />
        <IconButton
          label={m.applications_details_of({ name })}
          size="sm"
          className="max-sm:grow-0!"
          render={<Link to={`${paths.applicants(offerId)}?application=${applicant._id}`} />}
        >
          <Maximize2 aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
