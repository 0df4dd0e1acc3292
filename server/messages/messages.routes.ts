import { createHash } from 'node:crypto'
import {
  listChatUsers as chatUsers,
  listMessages,
  type MessageInput,
  readNotifications,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { requireMessageFile } from '../files/message-files.ts'
import { storeChatImage } from '../files/store-file.ts'
import { route } from '../http/route.ts'
import { listInboxNumbers } from '../inbox/inbox.queries.ts'
import { readInboxAfter } from '../inbox/inbox-events.queries.ts'
import { inSnapshot, readInbox } from '../inbox/snapshot.queries.ts'
import { databaseFault } from '../lib/db.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { requireVerifiedToWrite } from '../recruiters/require-verified.ts'
import type { Services } from '../services.ts'
import { requireConfirmed } from '../users/require-confirmed.ts'
import { findChatUser, listChatUsers, listFormerPartners } from './chat-users.queries.ts'
import { createMarkRead } from './mark-read.ts'
import { type MessageRow, toMessage } from './message-rows.ts'
import { createMessageWriter } from './message-writer.ts'
import {
  findSentMessage,
  listConversation,
  requirePartner,
  requireReadable,
  requireSentMessage,
} from './messages.queries.ts'
import { createPresenter } from './presenter.ts'
import { loadQuotes, requireQuotable } from './quotes.queries.ts'

export const messageRoutes = (services: Services) => {
  const { db, limits, realtime } = services
  const show = createPresenter(services)
  const store = createMessageWriter(
    db,
    services.quota,
    {
      ...services.config,
      outreachPerDay: outreachPerDay(services.config),
    },
    realtime.notify,
  )
  const markRead = createMarkRead({ ...services, notify: realtime.notify })

  const shown = async (row: MessageRow) =>
    show.message(toMessage(row, row.sender_id, await loadQuotes(db, [row])))

  /** The message that an earlier attempt with this `clientId` stored; 409 if its content differs. */
  async function findEarlier(senderId: string, clientId: string | undefined, contentHash: string | null) {
    const earlier = clientId && (await findSentMessage(db, senderId, clientId))
    if (!earlier) return undefined
    if (earlier.content_hash !== contentHash) throw conflict('CONFLICT', m.chat_reused_client_id())
    // The process that stored it may have been killed before the signal.
    const inboxes = await listInboxNumbers(db, [earlier.sender_id, earlier.receiver_id])
    realtime.notify(inboxes.map(({ user_id, last_seq }) => ({ userId: user_id, seq: last_seq })))
    return shown(earlier)
  }

  return [
    route(chatUsers, async ({ user, query }) => {
      if (query.userId !== '') return findChatUser(db, user.id, query.userId)
      if (query.left) return listFormerPartners(db, user.id)
      return listChatUsers(db, user.id, await realtime.onlineIds(user.id))
    }),

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
      find: ({ params, user }) => requireReadable(db, user.id, params.id),
      handle: async ({ params, query, user }) =>
        (await listConversation(db, user.id, params.id, query)).map(show.message),
    }),

    route(sendMessage, {
      find: async ({ params, user }) => {
        const partner = await requirePartner(db, user.id, params.id)
        if (params.id === user.id) throw badRequest(m.chat_self())
        return partner
      },
      handle: async ({ params, body, user, found, setStatus }) => {
        const { clientId, text, image, file, quoteId = null } = body
        const contentHash = clientId ? hashOf(params.id, body) : null
        const earlier = await findEarlier(user.id, clientId, contentHash)
        if (earlier) {
          setStatus(200)
          return earlier
        }
        if (!found.isKnown) {
          requireConfirmed(services.config, user)
          await requireVerifiedToWrite(db, services.config, user, params.id)
        }
        if (found.isBlocked) throw conflict('BLOCKED', m.chat_blocked())
        if (quoteId !== null) await requireQuotable(db, user.id, params.id, quoteId)
        if (!found.isKnown) await limits.take(LIMIT_RULES.newPartner, user.id)
        try {
          const draft = {
            senderId: user.id,
            receiverId: params.id,
            isFromRecruiter: user.role === 'recruiter',
            text,
            file: file ? await requireMessageFile(services, user.id, file) : null,
            image: image === '' ? '' : await storeChatImage(services, user, image),
            clientId: clientId ?? null,
            contentHash,
            quoteId,
          }
          return await shown(await store(draft))
        } catch (error) {
          // A concurrent attempt stored the same `clientId`, and took the file.
          const mayBeStored = databaseFault(error) === 'unique' || file
          const concurrent = mayBeStored && (await findEarlier(user.id, clientId, contentHash))
          if (!concurrent) throw error
          setStatus(200)
          return concurrent
        }
      },
      replay: async ({ user }, id) => show.message(await requireSentMessage(db, user.id, id)),
    }),
  ]
}

/** A development or test server without limits applies this one only if it is set. */
const outreachPerDay = ({ OUTREACH_PER_DAY, RATE_LIMITS }: Services['config']): number =>
  OUTREACH_PER_DAY ?? (RATE_LIMITS === 'off' ? Number.POSITIVE_INFINITY : DEFAULT_OUTREACH_PER_DAY)

const DEFAULT_OUTREACH_PER_DAY = 20

/** Two attempts are the same message when their hashes are equal (decision 43). */
const hashOf = (receiverId: string, { text, image, file, quoteId }: MessageInput) =>
  createHash('sha256')
    .update(JSON.stringify([receiverId, text, image, ...(quoteId ? [quoteId] : []), ...(file ? [file] : [])]))
    .digest('base64url')
