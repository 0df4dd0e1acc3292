import WifiOff from 'lucide-react/icons/wifi-off'
import { m } from '#contract/texts.ts'
import { useOnline } from '../lib/use-online.ts'
import { cn } from '../ui/cn.ts'
import { type Inbox, useInbox } from './inbox.ts'

type Props = {
  inbox: Inbox
  /** In the panel, which on phones covers the notice of the page. */
  isPanel: boolean
}

/** A notice while nothing can be sent or received. */
export function ConnectionNotice({ inbox, isPanel }: Props) {
  const connection = useInbox(inbox, (state) => state.connection)
  const waiting = useInbox(inbox, (state) => state.outbox.some(({ status }) => status !== 'failed'))
  const isOnline = useOnline()
  return (
    <div role="status">
      {connection === 'offline' && (isPanel || isOnline) && (
        <p
          className={cn(
            'flex items-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning forced-colors:border-b',
            // The page has its own notice, which only a phone covers.
            !isOnline && 'sm:hidden',
          )}
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {waiting ? m.messages_offline_waiting() : m.messages_offline()}
        </p>
      )}
    </div>
  )
}
