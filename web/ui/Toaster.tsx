import { useSyncExternalStore } from 'react'
import { lazyImport, useLazyImport } from './lazy-import.ts'
import { firstToast } from './toast.ts'

/** Prefetched for signed-in people, to report a lost connection. */
export const toastList = lazyImport(() => import('./ToastList.tsx').then((module) => module.default))

/** Once per page, near its end; shows the toasts of toast.ts. */
export function Toaster() {
  const isShown = useSyncExternalStore(firstToast.subscribe, firstToast.isShown, firstToast.isShownOnServer)
  const ToastList = useLazyImport(toastList, isShown, () => {})
  return ToastList && <ToastList />
}
