import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useBackLayer } from './back-layers.ts'
import { scrimStyles } from './DialogPopup.tsx'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** At least one button that closes it. */
  footer: ReactNode
  /** Finds the element to focus after closing; the one that had the focus may be gone. */
  finalFocus?: (() => HTMLElement | null | undefined) | undefined
}

/** Loaded when AlertDialog first opens. */
export function AlertDialogPopup({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  finalFocus,
}: AlertDialogProps) {
  useBackLayer(open, () => onOpenChange(false))
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={scrimStyles} />
        <BaseAlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <BaseAlertDialog.Popup
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            className="max-h-full w-full max-w-md overflow-y-auto rounded-card border border-line bg-raised p-6 shadow-raised outline-none transition-[scale,opacity] duration-150 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <BaseAlertDialog.Title className="text-xl">{title}</BaseAlertDialog.Title>
            {description && (
              <BaseAlertDialog.Description className="mt-2 text-muted text-sm">
                {description}
              </BaseAlertDialog.Description>
            )}
            {children && <div className="mt-4">{children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:grow">{footer}</div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
