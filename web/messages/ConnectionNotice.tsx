import WifiOff from 'lucide-react/icons/wifi-off'
import { type Inbox, useInbox } from './inbox.ts'

/** Says when nothing can be sent or received now. */
export function ConnectionNotice({ inbox }: { inbox: Inbox }) {
  const link = useInbox(inbox, (state) => state.link)
  const waiting = useInbox(inbox, (state) => state.outbox.some(({ status }) => status !== 'failed'))
  return (
    <div role="status">
      {link === 'offline' && (
        <p className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning forced-colors:border-b">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {waiting ? 'You are offline. Your messages wait here.' : 'You are offline.'}
        </p>
      )}
    </div>
  )
}
