import { developerHead } from '../devs/devs.head.ts'
import { recruiterHead } from '../recruiters/recruiters.head.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { handleIn, handleQuery } from './handles.api.ts'

/** The same head as by id. */
export const handleHead: HeadFunction = (context) => {
  const handle = handleIn(context.params.handle)
  const owner = handle && context.queryClient.getQueryData(handleQuery(handle).queryKey)
  if (!owner) return {}
  return owner.role === 'recruiter'
    ? recruiterHead({ ...context, params: { recruiterId: owner._id } })
    : developerHead({ ...context, params: { developerId: owner._id } })
}
