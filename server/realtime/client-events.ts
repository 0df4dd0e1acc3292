import type { z } from 'zod'
import { type ClientEventName, clientEvents } from '#contract/realtime.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { readInboxAfter, snapshot } from '../inbox/inbox-reads.queries.ts'
import type { Services } from '../lib/services.ts'
import { createMarkRead } from '../messages/mark-read.ts'
import { mayShowSignals } from '../messages/signals.queries.ts'
import { createViews } from '../messages/views.ts'
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
    answer: (result: unknown) => void,
  ) => void | Promise<void>
}

/** What clients may ask over their socket; anything else is dropped (S2). The user is that of the token. */
export function createClientEvents({ online, notify, ...services }: Needs) {
  const { bus, db, log } = services
  const show = createViews(services)
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

    async sync(socket, { after }, answer) {
      const result = await snapshot(db, (tx) => readInboxAfter(tx, socket.data.userId, after))
      answer({ ...result, events: result.events.map(show.event) })
    },
  }

  /** Hears every event of the contract, one after the other; payloads that do not fit are dropped. */
  return (socket: ChatSocket): void => {
    let work = Promise.resolve()
    const listen = <Name extends ClientEventName>(name: Name) => {
      const hear = (given: unknown, answer: unknown) => {
        const payload = clientEvents[name].safeParse(given)
        if (!payload.success) return
        const respond = typeof answer === 'function' ? answer : () => {}
        work = work
          .then(() => handlers[name](socket, payload.data as Payload<Name>, (result) => void respond(result)))
          .catch((error: unknown) => log.error({ err: error, event: name }, 'a client event failed'))
      }
      // Which payload belongs to which name is checked above, by the contract's schema.
      socket.on(name, hear as never)
    }
    for (const name of Object.keys(clientEvents) as ClientEventName[]) listen(name)
  }
}
