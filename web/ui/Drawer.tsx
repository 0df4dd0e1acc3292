import type { ReactNode } from 'react'
import { lazyImport, useLazyPopup } from './lazy-import.ts'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
}

const drawerPopup = lazyImport(() => import('./DrawerPopup.tsx').then((module) => module.DrawerPopup))

/** A modal panel at the right edge: the navigation. The focus returns to the element that had it. */
export function Drawer(props: DrawerProps) {
  const Popup = useLazyPopup(drawerPopup, props.open, () => props.onOpenChange(false))
  return Popup && <Popup {...props} />
}
