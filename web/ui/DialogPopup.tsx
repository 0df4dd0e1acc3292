import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { m } from '#contract/texts.ts'
import { useBackLayer } from './back-layers.ts'
import { cn } from './cn.ts'
import { IconButton } from './IconButton.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons below the scrolling content, the primary one last. */
  footer?: ReactNode
  /** The button that opens it; without one the focus returns to the element that had it. */
  trigger?: ReactElement | undefined
  /** 'full' fills the window; 'side' is a panel at the right edge, beside its subject. */
  size?: 'sm' | 'md' | 'lg' | 'full' | 'side' | undefined
  /** Called before Escape, the close button or a press outside closes it; false keeps it open (unsaved input). */
  canDismiss?: (() => boolean) | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Finds the element to focus after closing, where the former one may have moved; false keeps the focus. */
  finalFocus?: (() => HTMLElement | null | false) | undefined
}

type DialogPopupProps = Omit<DialogProps, 'trigger'> & {
  returnFocus?: RefObject<HTMLElement | null> | undefined
}

const CENTRED =
  'sm:max-h-[calc(100dvh-3rem)] sm:rounded-card sm:duration-150 sm:data-ending-style:translate-y-2 sm:data-starting-style:translate-y-2 sm:data-ending-style:opacity-0 sm:data-starting-style:opacity-0'

const sizes = {
  sm: `${CENTRED} sm:max-w-md`,
  md: `${CENTRED} sm:max-w-xl`,
  lg: `${CENTRED} sm:max-w-3xl`,
  full: `${CENTRED} h-full sm:max-w-none`,
  side: 'sm:h-full sm:max-h-none sm:max-w-lg sm:rounded-none sm:border-y-0 sm:border-r-0 sm:data-ending-style:translate-x-full sm:data-starting-style:translate-x-full sm:data-ending-style:translate-y-0 sm:data-starting-style:translate-y-0',
}

export const scrimStyles =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Loaded when Dialog first opens. */
export function DialogPopup({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  canDismiss,
  initialFocus,
  finalFocus,
  returnFocus,
}: DialogPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  useBackLayer(open, () => (!canDismiss || canDismiss()) && onOpenChange(false))
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && canDismiss && !canDismiss()) details.cancel()
        else onOpenChange(next)
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={scrimStyles} />
        <BaseDialog.Viewport
          className={cn(
            'fixed inset-0 z-50 flex items-end justify-center',
            size === 'side' ? 'sm:items-stretch sm:justify-end' : 'sm:items-center sm:p-6',
          )}
        >
          <BaseDialog.Popup
            ref={popup}
            // On touch screens the keyboard of a focused field would cover half of the dialog.
            initialFocus={initialFocus ?? (() => (hasTouch() ? popup.current : true))}
            finalFocus={finalFocus ? () => finalFocus() ?? true : returnFocus}
            className={cn(
              'relative flex max-h-[calc(100dvh-1.5rem)] w-full min-w-0 flex-col rounded-t-card border border-line bg-raised shadow-raised outline-none',
              'transition-[translate,opacity,scale] duration-200',
              'data-ending-style:translate-y-full data-starting-style:translate-y-full',
              sizes[size],
            )}
          >
            <div
              aria-hidden="true"
              className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line sm:hidden"
            />
            <header className="shrink-0 pt-3 pr-16 pb-3 pl-5 sm:pt-5 sm:pl-6">
              <BaseDialog.Title className="text-xl">{title}</BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="mt-1 text-muted text-sm">
                  {description}
                </BaseDialog.Description>
              )}
            </header>
            <div className="min-h-0 flex-1 scroll-py-4 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:px-6">
              {children}
            </div>
            {footer && (
              <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:grow sm:px-6 sm:py-4">
                {footer}
              </footer>
            )}
            {/* Last in tab order: the focus begins in the content. */}
            <BaseDialog.Close
              render={
                <IconButton label={m.general_close()} className="absolute top-3 right-3 sm:top-4 sm:right-4">
                  <X aria-hidden="true" />
                </IconButton>
              }
            />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function hasTouch() {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false
}
