import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { m } from '#contract/texts.ts'
import { useBackLayer } from '../ui/back-layers.ts'
import { scrimStyles } from '../ui/DialogPopup.tsx'
import { EverywhereSearch } from './EverywhereSearch.tsx'

type SearchOverlayProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** While it was loading. */
  typed: string
}

/** Search from anywhere (FLOW-02): the whole screen on phones, a panel below the header from 640 px. */
export default function SearchOverlay({ open, onOpenChange, typed }: SearchOverlayProps) {
  const input = useRef<HTMLInputElement>(null)
  const close = () => onOpenChange(false)
  useBackLayer(open, close)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={scrimStyles} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center sm:p-6 sm:pt-[10vh]">
          <BaseDialog.Popup
            initialFocus={input}
            className="flex h-full max-h-full w-full min-w-0 flex-col overflow-hidden border-line bg-raised text-text shadow-raised outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:h-auto sm:max-h-[min(40rem,80dvh)] sm:max-w-2xl sm:rounded-card sm:border"
          >
            <BaseDialog.Title className="sr-only">{m.search_everywhere()}</BaseDialog.Title>
            <EverywhereSearch input={input} onClose={close} typedBefore={typed} />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
