import { createContext, type ReactElement, type ReactNode, use, useId, useRef, useState } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'

export type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** MenuItem, MenuRadioGroup, MenuLabel, MenuSeparator. */
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Item to focus in a menu that is open from the start. */
  firstEntry?: MenuEntry
}

export type MenuEntry = 'first' | 'last' | undefined

const menuPopup = lazyImport(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup))

/** Actions behind a button. */
export function Menu({ trigger, open, onOpenChange, firstEntry, ...props }: MenuProps) {
  const [isOpenInside, setOpenInside] = useState(false)
  const isOpen = open ?? isOpenInside
  const button = useRef<HTMLElement>(null)
  const id = useId()
  // Opened by key, the focus goes to an item; opened by pointer, to the menu.
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

export type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** For links: `render={<Link to="/settings" />}`. */
  render?: ReactElement | undefined
  tone?: 'default' | 'danger' | undefined
  disabled?: boolean | undefined
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}

export type MenuRadioGroupProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
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

type MenuPartsValue = {
  Item: (props: MenuItemProps) => ReactNode
  RadioGroup: <Value extends string>(props: MenuRadioGroupProps<Value>) => ReactNode
  Separator: () => ReactNode
}

/** The parts are loaded with the popup around them. */
export const MenuParts = createContext<MenuPartsValue | undefined>(undefined)

function useMenuParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('MenuItem, MenuRadioGroup and MenuSeparator need a Menu around them.')
  return parts
}
