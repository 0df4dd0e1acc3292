import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useAuth } from './auth.ts'
import { returnPath } from './return-path.ts'

/** Runs an action for signed-in people; sends everyone else to the login and back here (decision 35). */
export function useRequireSignIn() {
  const { status } = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (act: () => void) => {
    if (status === 'signed-in' || status === 'checking') return act()
    returnPath.save(pathname + search)
    void navigate(paths.login())
  }
}
