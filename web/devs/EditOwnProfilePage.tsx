import { useNavigate } from 'react-router'
import { useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { paths } from '../paths.ts'
import { loadOwnProfile, Profile } from './Profile.tsx'

/** The own profile with 'Edit Dev Profile' open; closing it goes to the profile (decision 35). */
export default function EditOwnProfilePage() {
  const { id = '' } = useAuth()
  const navigate = useNavigate()
  return (
    <Profile
      developerId={id}
      editing={{ onClosed: () => void navigate(paths.devProfile(), { replace: true }) }}
    />
  )
}

export function load({ queryClient, url }: LoadContext) {
  return loadOwnProfile(queryClient, url.searchParams)
}
