import { Menu as BaseMenu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { type RefObject, useRef } from 'react'
import { cn } from './cn.ts'
import {
  type MenuEntry,
  type MenuItemProps,
  MenuParts,
  type MenuProps,
  type MenuRadioGroupProps,
} from './menu-parts.ts'
import { isInside, popupStyles } from './popup.ts'

type MenuPopupProps = Omit<MenuProps, 'trigger' | 'open' | 'onOpenChange' | 'firstEntry'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
  labelledBy: string
  entry: RefObject<MenuEntry>
}

/** Loaded when Menu first opens. */
export function MenuPopup({
  children,
  align = 'end',
  side = 'bottom',
  open,
  onOpenChange,
  anchor,
  labelledBy,
  entry,
}: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseMenu.Root
      open={open}
      onOpenChange={(next, details) => {
        // The trigger toggles: if this closed the menu, the same press would open it again.
        if (details.reason === 'outside-press' && isInside(anchor, details.event)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <BaseMenu.Portal container={landmarkOf(anchor.current)}>
        <BaseMenu.Positioner
          className="z-50"
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <BaseMenu.Popup
            ref={popup}
            finalFocus={focusAfter(popup, anchor)}
            aria-labelledby={labelledBy}
            onFocus={(event) => {
              const items = event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')
              if (entry.current) items[entry.current === 'first' ? 0 : items.length - 1]?.focus()
              entry.current = undefined
            }}
            className={cn(popupStyles, 'min-w-48 max-w-[calc(100vw-1rem)] p-1')}
          >
            <MenuParts value={parts}>{children}</MenuParts>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** The container of the menu: the main landmark, for screen reader shortcuts, or a dialog, which makes the rest inert. */
const landmarkOf = (trigger: HTMLElement | null) =>
  trigger?.closest<HTMLElement>('[data-takes-popups]') ?? document.getElementById('content') ?? document.body

type ElementRef = RefObject<HTMLElement | null>

/** The trigger, unless the focus has moved meanwhile to a new page or another overlay. */
const focusAfter = (popup: ElementRef, anchor: ElementRef) => () => {
  const { activeElement, body } = document
  const isLeft = activeElement === null || activeElement === body || popup.current?.contains(activeElement)
  return isLeft ? anchor.current : false
}

const parts = { Item, RadioGroup, Separator }

function Item({ children, icon, onSelect, render, tone = 'default', disabled = false }: MenuItemProps) {
  return (
    <BaseMenu.Item
      {...(render && { render })}
      nativeButton={false}
      disabled={disabled}
      onClick={() => onSelect?.()}
      className={cn(itemStyles, tone === 'danger' && 'text-danger data-highlighted:bg-danger-soft')}
    >
      {icon && (
        <span aria-hidden="true" className={tone === 'danger' ? '' : 'text-muted'}>
          {icon}
        </span>
      )}
      {children}
    </BaseMenu.Item>
  )
}

function RadioGroup<Value extends string>({ label, value, onChange, options }: MenuRadioGroupProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)} aria-label={label}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} className={itemStyles}>
          {option.icon && (
            <span aria-hidden="true" className="text-muted">
              {option.icon}
            </span>
          )}
          {option.label}
          <BaseMenu.RadioItemIndicator className="ml-auto pl-4 text-primary">
            <Check aria-hidden="true" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

function Separator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}

const itemStyles =
  'flex min-h-9 w-full cursor-pointer select-none items-center gap-3 rounded-[6px] px-3 text-sm no-underline outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-[Highlight]'
