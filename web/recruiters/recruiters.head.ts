import { previewPath } from '#contract/seo.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { breadcrumbs, recruiterProfile } from '../seo/structured-data.ts'
import { recruiterQuery } from './recruiters.api.ts'

export const recruiterHead: HeadFunction = ({ queryClient, params: { recruiterId: id = '' }, origin }) => {
  const recruiter = queryClient.getQueryData(recruiterQuery(id).queryKey)
  if (!recruiter) return {}
  const name = fullName(recruiter)
  return {
    type: 'profile',
    image: previewPath('recruiters', id),
    summary: [name, recruiter.role.recruiter.companyName].filter(Boolean).join(' · '),
    structuredData: [recruiterProfile(recruiter, origin), breadcrumbs(origin, [name, paths.recruiter(id)])],
  }
}
