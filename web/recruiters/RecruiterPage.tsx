import { useParams } from 'react-router'
import type { LoadContext } from '../routes.tsx'
import { offersOf, RecruiterScreen } from './RecruiterScreen.tsx'
import { recruiterQuery } from './recruiters.api.ts'

export default function RecruiterPage() {
  const { recruiterId = '' } = useParams()
  return <RecruiterScreen recruiterId={recruiterId} />
}

export function load({ queryClient, params: { recruiterId = '' }, url }: LoadContext) {
  return Promise.all([
    queryClient.prefetchQuery(recruiterQuery(recruiterId)),
    queryClient.prefetchQuery(offersOf(recruiterId, url.searchParams)),
  ])
}
