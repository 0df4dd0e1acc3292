import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useAuth } from './auth.ts'
import { type PendingAction, pendingAction } from './pending-action.ts'
import { returnPath } from './return-path.ts'

/**
 * Runs an action for signed-in people; sends everyone else to the login and back (decision 35) to finish it (FLOW-01),
 * on this page or on `path`.
 */
export function useRequireSignIn() {
  const { status } = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (act: () => void, begun: PendingAction, path = pathname + search) => {
    if (status === 'signed-in' || status === 'checking') return act()
    returnPath.save(path)
    pendingAction.save(path, begun)
    void navigate(paths.login())
  }
}
