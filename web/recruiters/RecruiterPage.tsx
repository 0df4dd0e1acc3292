import { useParams } from 'react-router'
import type { LoadContext } from '../lib/load-context.ts'
import { loadRecruiter, RecruiterScreen } from './RecruiterScreen.tsx'

export default function RecruiterPage() {
  const { recruiterId = '' } = useParams()
  return <RecruiterScreen recruiterId={recruiterId} />
}

export function load({ queryClient, params: { recruiterId = '' }, url }: LoadContext) {
  return loadRecruiter(queryClient, recruiterId, url.searchParams)
}
