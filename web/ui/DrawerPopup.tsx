import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { useBackLayer } from './back-layers.ts'
import { scrimStyles } from './DialogPopup.tsx'
import { IconButton } from './IconButton.tsx'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
}

/** Loaded when Drawer first opens. */
export function DrawerPopup({ open, onOpenChange, title, children }: DrawerProps) {
  useBackLayer(open, () => onOpenChange(false))
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={scrimStyles} />
        <BaseDialog.Popup className="fixed top-0 right-0 bottom-0 z-50 flex w-[min(22rem,calc(100vw-3rem))] flex-col border-line border-l bg-raised shadow-raised outline-none transition-[translate] duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full">
          <header className="flex min-h-16 items-center justify-between gap-4 px-5 py-3">
            <BaseDialog.Title className="text-xl">{title}</BaseDialog.Title>
            <BaseDialog.Close
              render={
                <IconButton label={m.general_close()} className="-mr-2 ml-auto">
                  <X aria-hidden="true" />
                </IconButton>
              }
            />
          </header>
          <div className="min-h-0 flex-1 scroll-py-4 overflow-y-auto overscroll-contain px-5 pb-5">
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
