import { createContext, type ReactElement, type ReactNode, use } from 'react'

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

export type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** For links: `render={<Link to="/settings" />}`. */
  render?: ReactElement | undefined
  tone?: 'default' | 'danger' | undefined
  disabled?: boolean | undefined
}

export type MenuRadioGroupProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

type MenuPartsValue = {
  Item: (props: MenuItemProps) => ReactNode
  RadioGroup: <Value extends string>(props: MenuRadioGroupProps<Value>) => ReactNode
  Separator: () => ReactNode
}

/** Loaded with the popup around them. */
export const MenuParts = createContext<MenuPartsValue | undefined>(undefined)

export function useMenuParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('MenuItem, MenuRadioGroup and MenuSeparator need a Menu around them.')
  return parts
}
