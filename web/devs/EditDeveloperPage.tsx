import { Navigate, useParams } from 'react-router'
import { auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { paths } from '../paths.ts'
import EditOwnProfilePage, { load as loadOwn } from './EditOwnProfilePage.tsx'

/** The own id opens the editor, another one the profile (decision 35). */
export default function EditDeveloperPage() {
  const { developerId = '' } = useParams()
  const { id } = useAuth()
  if (developerId !== id) return <Navigate to={paths.developer(developerId)} replace />
  return <EditOwnProfilePage />
}

export function load(context: LoadContext) {
  return context.params.developerId === auth.get().id ? loadOwn(context) : undefined
}
