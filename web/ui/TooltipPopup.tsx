import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { RefObject } from 'react'
import type { TooltipProps } from './Tooltip.tsx'

type TooltipPopupProps = Pick<TooltipProps, 'text' | 'side'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
}

/** Loaded when Tooltip first opens. */
export function TooltipPopup({ text, side = 'top', open, onOpenChange, anchor }: TooltipPopupProps) {
  return (
    <BaseTooltip.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          className="z-50"
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <BaseTooltip.Popup className="max-w-64 rounded-control border border-transparent bg-text px-2.5 py-1.5 text-bg text-xs transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
