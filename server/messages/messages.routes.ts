import { createHash } from 'node:crypto'
import {
  listChatUsers as chatUsers,
  listMessages,
  type MessageInput,
  readNotifications,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { texts } from '#contract/texts.ts'
import { storeChatImage } from '../files/store-file.ts'
import { route } from '../http/route.ts'
import { listInboxNumbers } from '../inbox/inbox.queries.ts'
import { readInboxAfter } from '../inbox/inbox-events.queries.ts'
import { inSnapshot, readInbox } from '../inbox/snapshot.queries.ts'
import { databaseFault } from '../lib/db.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import { listChatUsers } from './chat-users.queries.ts'
import { createMarkRead } from './mark-read.ts'
import { toMessage } from './message-rows.ts'
import { createMessageWriter } from './message-writer.ts'
import { findSentMessage, listConversation, requirePartner, requireSentMessage } from './messages.queries.ts'
import { createPresenter } from './presenter.ts'

export const messageRoutes = (services: Services) => {
  const { db, limits, realtime } = services
  const show = createPresenter(services)
  const store = createMessageWriter(db, services.quota, realtime.notify)
  const markRead = createMarkRead({ ...services, notify: realtime.notify })

  /** The message that an earlier attempt with this `clientId` stored; 409 if its content differs. */
  async function findEarlier(senderId: string, clientId: string | undefined, contentHash: string | null) {
    const earlier = clientId && (await findSentMessage(db, senderId, clientId))
    if (!earlier) return undefined
    if (earlier.content_hash !== contentHash) throw conflict('CONFLICT', texts.chat.reusedClientId)
    // The process that stored it may have ended before the signal.
    const inboxes = await listInboxNumbers(db, [earlier.sender_id, earlier.receiver_id])
    realtime.notify(inboxes.map(({ user_id, last_seq }) => ({ userId: user_id, seq: last_seq })))
    return show.message(toMessage(earlier, senderId))
  }

  return [
    route(chatUsers, async ({ user }) => listChatUsers(db, user.id, await realtime.onlineIds(user.id))),

    route(syncMessages, ({ user, query }) =>
      inSnapshot(db, async (tx) => {
        const { events, ...rest } = await readInboxAfter(tx, user.id, query.after)
        const { snapshot, stored } = await readInbox(tx, user.id)
        return {
          ...rest,
          events: events.map(show.event),
          hello: snapshot,
          stored: stored.map(show.notification),
        }
      }),
    ),

    route(readNotifications, async ({ user, body }) => {
      await markRead(user.id, body)
      return {}
    }),

    route(listMessages, {
      find: ({ params, user }) => requirePartner(db, user.id, params.id),
      handle: async ({ params, query, user }) =>
        (await listConversation(db, user.id, params.id, query)).map(show.message),
    }),

    route(sendMessage, {
      find: async ({ params, user }) => {
        const partner = await requirePartner(db, user.id, params.id)
        if (params.id === user.id) throw badRequest(texts.chat.self)
        return partner
      },
      handle: async ({ params, body, user, found, setStatus }) => {
        const { clientId, text, image } = body
        const contentHash = clientId ? hashOf(params.id, body) : null
        const earlier = await findEarlier(user.id, clientId, contentHash)
        if (earlier) {
          setStatus(200)
          return earlier
        }
        if (!found.isKnown) await limits.take(LIMIT_RULES.newPartner, user.id)
        const draft = {
          senderId: user.id,
          receiverId: params.id,
          text,
          image: image === '' ? '' : await storeChatImage(services, user, image),
          clientId: clientId ?? null,
          contentHash,
        }
        try {
          return show.message(toMessage(await store(draft), user.id))
        } catch (error) {
          // A concurrent attempt stored the same `clientId`.
          const concurrent =
            databaseFault(error) === 'unique' && (await findEarlier(user.id, clientId, contentHash))
          if (!concurrent) throw error
          setStatus(200)
          return concurrent
        }
      },
      replay: async ({ user }, id) => show.message(await requireSentMessage(db, user.id, id)),
    }),
  ]
}

/** Two attempts are the same message when their hashes are equal (decision 43). */
const hashOf = (receiverId: string, { text, image }: MessageInput) =>
  createHash('sha256')
    .update(JSON.stringify([receiverId, text, image]))
    .digest('base64url')
