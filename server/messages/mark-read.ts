import type { z } from 'zod'
import type { clientEvents } from '#contract/realtime.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { clearBell } from '../notifications/notifications.queries.ts'
import type { Services } from '../services.ts'
import { markConversationRead } from './reading.queries.ts'
import { mayShowSignals } from './signals.queries.ts'

type Needs = Pick<Services, 'bus' | 'db'> & { notify: (inboxes: InboxNumber[]) => void }
type Read = z.output<typeof clientEvents.readNotifications>

/** Marks a conversation or the bell as read, by socket or HTTP, and notifies the devices concerned. */
export function createMarkRead({ bus, db, notify }: Needs) {
  return async (userId: string, read: Read): Promise<void> => {
    if ('scope' in read) {
      const cleared = await clearBell(db, userId, read.upTo)
      if (cleared) notify([cleared])
      return
    }
    const { senderId } = read
    const { cleared, readUpTo } = await db
      .transaction()
      .execute((tx) => markConversationRead(tx, userId, senderId, read.upTo))
    if (cleared) notify([cleared])
    if (readUpTo !== undefined && (await mayShowSignals(db, userId, senderId))) {
      bus.publish({ kind: 'read', userId: senderId, readerId: userId, upTo: readUpTo })
    }
  }
}
