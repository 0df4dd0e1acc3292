import { previewPath } from '#contract/seo.ts'
import { fullName } from '../lib/format.ts'
import { personPath } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { breadcrumbs, recruiterProfile } from '../seo/structured-data.ts'
import { recruiterQuery } from './recruiters.api.ts'

export const recruiterHead: HeadFunction = ({ queryClient, params: { recruiterId: id = '' }, addressOf }) => {
  const recruiter = queryClient.getQueryData(recruiterQuery(id).queryKey)
  if (!recruiter) return {}
  const name = fullName(recruiter)
  const path = personPath('recruiter', recruiter)
  return {
    path,
    type: 'profile',
    image: previewPath('recruiters', id),
    summary: [name, recruiter.role.recruiter.companyName].filter(Boolean).join(' · '),
    structuredData: [recruiterProfile(recruiter, addressOf), breadcrumbs(addressOf, [name, path])],
  }
}
