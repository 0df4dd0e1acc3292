import { useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { loadOwnProfile, Profile } from './Profile.tsx'

/** The own profile with its projects (decision 35). */
export default function OwnProjectsPage() {
  const { id = '' } = useAuth()
  return <Profile developerId={id} firstTab="projects" />
}

export function load({ queryClient, url }: LoadContext) {
  return loadOwnProfile(queryClient, url.searchParams, 'projects')
}
