import { useParams } from 'react-router'
import type { LoadContext } from '../lib/load-context.ts'
import { loadProfile, Profile } from './Profile.tsx'

export default function ProfilePage() {
  const { developerId = '' } = useParams()
  return <Profile developerId={developerId} />
}

export function load({ queryClient, params, url }: LoadContext) {
  return loadProfile(queryClient, params.developerId ?? '', url.searchParams)
}
