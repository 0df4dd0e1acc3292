import { useSyncExternalStore } from 'react'
import { lazyImport, useLazyImport } from './lazy-import.ts'
import { toastDemand } from './toast.ts'

/** Prefetched for signed-in people, so that a lost connection can be reported. */
export const toastList = lazyImport(() => import('./ToastList.tsx').then((module) => module.default))

/** Once per page, near its end; `toast` of toast.ts fills it. */
export function Toaster() {
  const isWanted = useSyncExternalStore(
    toastDemand.subscribe,
    toastDemand.isWanted,
    toastDemand.isWantedOnServer,
  )
  const ToastList = useLazyImport(toastList, isWanted, () => {})
  return ToastList && <ToastList />
}
