import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastDemand } from './toast.ts'

const ToastList = lazy(() => import('./ToastList.tsx'))

/** Once per page, near its end; `toast` of toast.ts fills it. */
export function Toaster() {
  const isWanted = useSyncExternalStore(
    toastDemand.subscribe,
    toastDemand.isWanted,
    toastDemand.isWantedOnServer,
  )
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  )
}
