import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { RefObject } from 'react'
import { cn } from './cn.ts'
import { scrimStyles } from './DialogPopup.tsx'
import type { DrawerProps } from './Drawer.tsx'
import { IconButton } from './IconButton.tsx'

type DrawerPopupProps = Omit<DrawerProps, 'trigger'> & {
  returnFocus?: RefObject<HTMLElement | null> | undefined
}

const sides = {
  left: 'top-0 bottom-0 left-0 w-[min(22rem,calc(100vw-3rem))] border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right:
    'top-0 right-0 bottom-0 w-[min(22rem,calc(100vw-3rem))] border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
  bottom:
    'inset-x-0 bottom-0 max-h-[calc(100dvh-1.5rem)] rounded-t-card border-t data-ending-style:translate-y-full data-starting-style:translate-y-full',
}

/** Loaded when Drawer first opens. */
export function DrawerPopup({
  open,
  onOpenChange,
  title,
  children,
  footer,
  side = 'right',
  hideTitle,
  returnFocus,
}: DrawerPopupProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={scrimStyles} />
        <BaseDialog.Popup
          finalFocus={returnFocus}
          className={cn(
            'fixed z-50 flex flex-col border-line bg-raised shadow-raised outline-none transition-[translate] duration-200',
            sides[side],
          )}
        >
          <header className="flex min-h-16 items-center justify-between gap-4 px-5 py-3">
            <BaseDialog.Title className={cn('text-xl', hideTitle && 'sr-only')}>{title}</BaseDialog.Title>
            <BaseDialog.Close
              render={
                <IconButton label="Close" className="-mr-2 ml-auto">
                  <X aria-hidden="true" />
                </IconButton>
              }
            />
          </header>
          <div className="min-h-0 flex-1 scroll-py-4 overflow-y-auto overscroll-contain px-5 pb-5">
            {children}
          </div>
          {footer && (
            <footer className="flex gap-2 border-line border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-1">
              {footer}
            </footer>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
