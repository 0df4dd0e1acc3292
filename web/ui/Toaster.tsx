import { useSyncExternalStore } from 'react'
import { lazyPart, useLazyPart } from './lazy-part.ts'
import { toastDemand } from './toast.ts'

/** Fetched ahead for people who are signed in, so that a lost connection can be told. */
export const toastList = lazyPart(() => import('./ToastList.tsx').then((module) => module.default))

/** Once per page, near its end; `toast` of toast.ts fills it. */
export function Toaster() {
  const isWanted = useSyncExternalStore(
    toastDemand.subscribe,
    toastDemand.isWanted,
    toastDemand.isWantedOnServer,
  )
  const ToastList = useLazyPart(toastList, isWanted, () => {})
  return ToastList && <ToastList />
}
