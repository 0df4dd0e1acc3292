import { WifiOff } from 'lucide-react'
import { useOnline } from '../lib/use-online.ts'

/** Below the header while there is no line: what can still be done. */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="border-line border-t bg-warning-soft text-sm text-warning">
          <span className="page-width flex items-center gap-2 py-2">
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
            You are offline. What you have opened can still be read, and what you write is kept.
          </span>
        </p>
      )}
    </div>
  )
}
