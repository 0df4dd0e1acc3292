import { Link } from 'react-router'
import type { ApplicantEntry } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { StatusTag } from './StatusTag.tsx'
import { Timeline } from './Timeline.tsx'
import { useLiveApplications } from './use-live-applications.ts'

/** On the page of an offer, for its applicant: date, status, the last steps. */
export default function YourApplication({ application }: { application: ApplicantEntry }) {
  useLiveApplications()
  return (
    <Card as="section" padding="lg" aria-labelledby="your-application">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="your-application" className="text-lg">
          {m.applications_yours()}
        </h2>
        <StatusTag status={application.status} />
      </div>
      <p className="mt-1 mb-4 text-muted text-sm">
        {m.applications_applied_on({ date: formatDate(application.appliedDate) })}
      </p>
      <Timeline applicationId={application._id} last={3} />
      <Link to={paths.application(application._id)} className="target mt-4 inline-block text-link text-sm">
        {m.applications_view_one()}
      </Link>
    </Card>
  )
}
