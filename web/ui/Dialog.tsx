import { useRef } from 'react'
import type { DialogProps } from './DialogPopup.tsx'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'

export const dialogPopup = lazyImport(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup))

/** A modal dialog; on phones a sheet from below. */
export function Dialog({ trigger, ...props }: DialogProps) {
  const Popup = useLazyPopup(dialogPopup, props.open, () => props.onOpenChange(false))
  const button = useRef<HTMLElement>(null)
  return (
    <>
      {trigger &&
        overlayTrigger({
          trigger,
          ref: button,
          kind: 'dialog',
          isOpen: props.open,
          onPress: () => props.onOpenChange(true),
          onIntent: () => prefetch(dialogPopup),
        })}
      {Popup && <Popup {...props} returnFocus={trigger && button} />}
    </>
  )
}
