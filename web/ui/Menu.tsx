import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'

type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** MenuItem, MenuRadioGroup, MenuLabel, MenuSeparator. */
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** Actions behind a button. */
export function Menu({ trigger, children, align = 'end', side = 'bottom', open, onOpenChange }: MenuProps) {
  return (
    <BaseMenu.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="z-50" align={align} side={side} sideOffset={6} collisionPadding={8}>
          <BaseMenu.Popup className={cn(popupStyles, 'min-w-48 max-w-[calc(100vw-1rem)] p-1')}>
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** For links: `render={<Link to="/settings" />}`. */
  render?: ReactElement | undefined
  tone?: 'default' | 'danger' | undefined
  disabled?: boolean | undefined
}

export function MenuItem({
  children,
  icon,
  onSelect,
  render,
  tone = 'default',
  disabled = false,
}: MenuItemProps) {
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

type MenuRadioGroupProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

/** One of several inside a menu; choosing keeps the menu open. */
export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
}: MenuRadioGroupProps<Value>) {
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

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 pt-2 pb-1 text-muted text-xs">{children}</div>
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}

/** The look of everything that floats over the page. */
export const popupStyles =
  'rounded-[10px] border border-line bg-raised text-text shadow-raised outline-none transition-[opacity,scale] duration-120 origin-(--transform-origin) data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0'

const itemStyles =
  'flex min-h-9 w-full cursor-pointer select-none items-center gap-3 rounded-[6px] px-3 text-sm no-underline outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-[Highlight]'
