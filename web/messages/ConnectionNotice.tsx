import WifiOff from 'lucide-react/icons/wifi-off'
import { type Inbox, useInbox } from './inbox.ts'

/** A notice while nothing can be sent or received. */
export function ConnectionNotice({ inbox }: { inbox: Inbox }) {
  const connection = useInbox(inbox, (state) => state.connection)
  const waiting = useInbox(inbox, (state) => state.outbox.some(({ status }) => status !== 'failed'))
  return (
    <div role="status">
      {connection === 'offline' && (
        <p className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning forced-colors:border-b">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {waiting ? 'You are offline. Your messages will be sent when you reconnect.' : 'You are offline.'}
        </p>
      )}
    </div>
  )
}
