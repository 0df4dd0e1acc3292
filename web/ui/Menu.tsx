import { type ReactNode, useId, useRef, useState } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import {
  type MenuEntry,
  type MenuItemProps,
  type MenuProps,
  type MenuRadioGroupProps,
  useMenuParts,
} from './menu-parts.ts'
import { overlayTrigger } from './overlay-trigger.ts'

const menuPopup = lazyImport(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup))

/** Actions behind a button. */
export function Menu({ trigger, open, onOpenChange, firstEntry, ...props }: MenuProps) {
  const [isOpenInside, setOpenInside] = useState(false)
  const isOpen = open ?? isOpenInside
  const button = useRef<HTMLElement>(null)
  const id = useId()
  // Opened by keyboard the focus moves to an item, by pointer to the menu.
  const entry = useRef<MenuEntry>(firstEntry)
  const Popup = useLazyPopup(menuPopup, isOpen, () => change(false))

  function change(next: boolean) {
    setOpenInside(next)
    onOpenChange?.(next)
  }

  return (
    <>
      {overlayTrigger({
        trigger,
        ref: button,
        kind: 'menu',
        id,
        isOpen,
        onPress: (event) => {
          entry.current = event.detail === 0 ? 'first' : undefined
          change(!isOpen)
        },
        onIntent: () => prefetch(menuPopup),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          entry.current = event.key === 'ArrowDown' ? 'first' : 'last'
          change(true)
        },
      })}
      {Popup && (
        <Popup {...props} open={isOpen} onOpenChange={change} anchor={button} labelledBy={id} entry={entry} />
      )}
    </>
  )
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}

/** One of several inside a menu; choosing keeps the menu open. */
export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { RadioGroup } = useMenuParts()
  return <RadioGroup {...props} />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 pt-2 pb-1 text-muted text-xs">{children}</div>
}

export function MenuSeparator() {
  const { Separator } = useMenuParts()
  return <Separator />
}
