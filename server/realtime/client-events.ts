import type { z } from 'zod'
import { type ClientEventName, clientEvents } from '#contract/realtime.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { readInboxAfter } from '../inbox/inbox-events.queries.ts'
import { inSnapshot } from '../inbox/snapshot.queries.ts'
import { databaseFault } from '../lib/db.ts'
import { runInLocale } from '../lib/locale.ts'
import { createMarkRead } from '../messages/mark-read.ts'
import { createPresenter } from '../messages/presenter.ts'
import { mayShowSignals } from '../messages/signals.queries.ts'
import type { Services } from '../services.ts'
import type { OnlineLists } from './online-lists.ts'
import type { ChatSocket } from './sockets.ts'

type Needs = Pick<Services, 'bus' | 'config' | 'db' | 'log' | 'signedUrls'> & {
  online: OnlineLists
  notify: (inboxes: InboxNumber[]) => void
}

type Payload<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>
type Handlers = {
  [Name in ClientEventName]: (
    socket: ChatSocket,
    payload: Payload<Name>,
    acknowledge: (result: unknown) => void,
  ) => void | Promise<void>
}

/** Handlers of client events; unknown events are dropped (S2). The user is that of the token. */
export function createClientEvents({ online, notify, ...services }: Needs) {
  const { bus, db, log } = services
  const show = createPresenter(services)
  const markRead = createMarkRead({ bus, db, notify })

  const handlers: Handlers = {
    sendNotification() {},

    readNotifications: (socket, read) => markRead(socket.data.userId, read),

    async typing(socket, { receiverId }) {
      const { userId } = socket.data
      if (await mayShowSignals(db, userId, receiverId)) {
        bus.publish({ kind: 'typing', userId: receiverId, senderId: userId })
      }
    },

    watchPresence(socket, { on }) {
      if (on) online.watch(socket)
      else online.unwatch(socket)
    },

    async sync(socket, { after }, acknowledge) {
      const { userId, locale } = socket.data
      const result = await runInLocale(locale, () =>
        inSnapshot(db, (tx) => readInboxAfter(tx, userId, after)),
      )
      acknowledge({ ...result, events: result.events.map(show.event) })
    },
  }

  /** Handles the events of one socket sequentially; invalid payloads are dropped. */
  return (socket: ChatSocket): void => {
    let work = Promise.resolve()
    const listen = <Name extends ClientEventName>(name: Name) => {
      const receive = (given: unknown, acknowledge: unknown) => {
        const payload = clientEvents[name].safeParse(given)
        if (!payload.success) return
        const respond = typeof acknowledge === 'function' ? acknowledge : () => {}
        work = work
          .then(() => handlers[name](socket, payload.data as Payload<Name>, (result) => void respond(result)))
          .catch((error: unknown) => {
            // An unavailable database is logged by the polls, not by each event.
            if (databaseFault(error) !== 'unavailable')
              log.error({ err: error, event: name }, 'client event failed')
          })
      }
      // The schema above has checked the payload of this name.
      socket.on(name, receive as never)
    }
    for (const name of Object.keys(clientEvents) as ClientEventName[]) listen(name)
  }
}
