import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupStyles } from './Menu.tsx'

type PopoverProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** The accessible name; drawn too unless `hideTitle`. */
  title: string
  hideTitle?: boolean | undefined
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
}

/** A small window on a button: filters, notifications. */
export function Popover({
  trigger,
  title,
  hideTitle,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          className="z-50"
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <BasePopover.Popup
            className={cn(
              popupStyles,
              'max-h-(--available-height) w-80 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain p-4',
              className,
            )}
          >
            <BasePopover.Title className={hideTitle ? 'sr-only' : 'mb-3 text-lg'}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
