import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { cn } from './cn.ts'
import { isInside, popupStyles } from './popup.ts'

export type PopoverProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** The accessible name, visible unless `hideTitle`. */
  title: string
  hideTitle?: boolean | undefined
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
}

type PopoverPopupProps = Omit<PopoverProps, 'trigger' | 'open' | 'onOpenChange'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
}

/** Loaded when Popover first opens. */
export function PopoverPopup({
  title,
  hideTitle,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  anchor,
  className,
}: PopoverPopupProps) {
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next, details) => {
        // The trigger toggles: if this closed the popover, the same press would open it again.
        if (details.reason === 'outside-press' && isInside(anchor, details.event)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          className="z-50"
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={6}
          // The header stays free.
          collisionPadding={{ top: 72, right: 8, bottom: 8, left: 8 }}
        >
          <BasePopover.Popup
            finalFocus={anchor}
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
