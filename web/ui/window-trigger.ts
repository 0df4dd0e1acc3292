import { cloneElement, type ReactElement, type Ref, type RefObject } from 'react'

type TriggerOptions = {
  trigger: ReactElement
  ref: RefObject<HTMLElement | null>
  kind: 'menu' | 'dialog'
  id?: string | undefined
  isOpen: boolean
  onPress: (event: React.MouseEvent) => void
  /** Called when somebody comes near, to fetch what a press will need. */
  onNear: () => void
  onKeyDown?: ((event: React.KeyboardEvent) => void) | undefined
}

type TriggerProps = {
  ref?: Ref<HTMLElement>
  onClick?: (event: React.MouseEvent) => void
  onFocus?: (event: React.FocusEvent) => void
  onPointerEnter?: (event: React.PointerEvent) => void
  onKeyDown?: (event: React.KeyboardEvent) => void
}

/** The button of a window. It stays the same element whether or not the window's code has arrived. */
export function windowTrigger({
  trigger,
  ref,
  kind,
  id,
  isOpen,
  onPress,
  onNear,
  onKeyDown,
}: TriggerOptions) {
  const own = trigger.props as TriggerProps
  return cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    ref,
    ...(id && { id }),
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onClick(event: React.MouseEvent) {
      own.onClick?.(event)
      if (!event.defaultPrevented) onPress(event)
    },
    onPointerEnter(event: React.PointerEvent) {
      own.onPointerEnter?.(event)
      onNear()
    },
    onFocus(event: React.FocusEvent) {
      own.onFocus?.(event)
      onNear()
    },
    onKeyDown(event: React.KeyboardEvent) {
      own.onKeyDown?.(event)
      onKeyDown?.(event)
    },
  })
}
