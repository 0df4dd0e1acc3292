import WifiOff from 'lucide-react/icons/wifi-off'
import { useOnline } from '../lib/use-online.ts'

/**
 * Below the header while there is no line: what can still be done. Not inside of it: a dialog hides what is behind
 * it from screen readers, but nothing that holds a live region.
 */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <div aria-live="polite" className="sticky top-16 z-20">
      {!isOnline && (
        <p className="border-line border-b bg-warning-soft text-sm text-warning">
          <span className="page-width flex items-center gap-2 py-2">
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
            You are offline. What you have opened can still be read, and what you write is kept.
          </span>
        </p>
      )}
    </div>
  )
}
