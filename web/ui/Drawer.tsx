import type { DrawerProps } from './DrawerPopup.tsx'
import { lazyImport, useLazyPopup } from './lazy-import.ts'

const drawerPopup = lazyImport(() => import('./DrawerPopup.tsx').then((module) => module.DrawerPopup))

/** A modal panel at the right edge: the navigation. The focus returns to the element that had it. */
export function Drawer(props: DrawerProps) {
  const Popup = useLazyPopup(drawerPopup, props.open, () => props.onOpenChange(false))
  return Popup && <Popup {...props} />
}
