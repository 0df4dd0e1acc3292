import { useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { loadOwnProfile, Profile } from './Profile.tsx'

/** The own profile, the same screen as under the own id (decision 35). */
export default function OwnProfilePage() {
  const { id = '' } = useAuth()
  return <Profile developerId={id} />
}

export function load({ queryClient, url }: LoadContext) {
  return loadOwnProfile(queryClient, url.searchParams)
}
