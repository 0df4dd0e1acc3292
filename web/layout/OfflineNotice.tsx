import WifiOff from 'lucide-react/icons/wifi-off'
import { m } from '#contract/texts.ts'
import { useOnline } from '../lib/use-online.ts'

/**
 * Explains what works offline, below the header. Not inside it: a dialog hides everything behind it from screen readers,
 * except what contains a live region.
 */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <div aria-live="polite" className="sticky top-16 z-20">
      {!isOnline && (
        <p className="border-line border-b bg-warning-soft text-sm text-warning">
          <span className="page-width flex items-center gap-2 py-2">
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
            {m.layout_offline_notice()}
          </span>
        </p>
      )}
    </div>
  )
}
