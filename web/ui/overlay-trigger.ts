import { cloneElement, type ReactElement, type Ref, type RefObject } from 'react'

type TriggerOptions = {
  trigger: ReactElement
  ref: RefObject<HTMLElement | null>
  kind: 'menu' | 'dialog'
  id?: string | undefined
  isOpen: boolean
  onPress: (event: React.MouseEvent) => void
  /** Called on hover and focus, to prefetch the code of the overlay. */
  onIntent: () => void
  onKeyDown?: ((event: React.KeyboardEvent) => void) | undefined
}

type TriggerProps = {
  ref?: Ref<HTMLElement>
  onClick?: (event: React.MouseEvent) => void
  onFocus?: (event: React.FocusEvent) => void
  onPointerEnter?: (event: React.PointerEvent) => void
  onKeyDown?: (event: React.KeyboardEvent) => void
}

/** The trigger with the handlers and ARIA states of an overlay, whose code may not be loaded yet. */
export function overlayTrigger({
  trigger,
  ref,
  kind,
  id,
  isOpen,
  onPress,
  onIntent,
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
      onIntent()
    },
    onFocus(event: React.FocusEvent) {
      own.onFocus?.(event)
      onIntent()
    },
    onKeyDown(event: React.KeyboardEvent) {
      own.onKeyDown?.(event)
      onKeyDown?.(event)
    },
  })
}
