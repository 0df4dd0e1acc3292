import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

type TooltipProps = {
  /** A short text. It is no accessible name: the child needs its own. */
  text: string
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
}

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={400} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="z-50" side={side} sideOffset={6} collisionPadding={8}>
          <BaseTooltip.Popup className="max-w-64 rounded-control border border-transparent bg-text px-2.5 py-1.5 text-bg text-xs transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
