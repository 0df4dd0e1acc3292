import {
  editMessage as editMessageCall,
  removeMessage as removeMessageCall,
  searchMessages as searchMessagesCall,
} from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { countWarned } from '../warnings/warned-conversations.ts'
import { editMessage, removeMessage, requireOwnMessage } from './changes.queries.ts'
import { type MessageRow, toMessage } from './message-rows.ts'
import { createPresenter } from './presenter.ts'
import { loadQuotes } from './quotes.queries.ts'
import { searchMessages } from './search.queries.ts'

/** Sent messages: editing, removal, search (TALK-06). */
export const messageChangeRoutes = (services: Services) => {
  const { config, db, quota, realtime } = services
  const rules = { ...config, quota }
  const presenter = createPresenter(services)

  const show = async (row: MessageRow) =>
    presenter.message(toMessage(row, row.sender_id, await loadQuotes(db, [row])))

  return [
    route(editMessageCall, {
      find: ({ params, user }) => requireOwnMessage(db, user.id, params.id),
      handle: async ({ found, body }) => {
        const { message, inboxes } = await db.transaction().execute(async (tx) => {
          const changed = await editMessage(tx, found, body.text, rules)
          await countWarned(tx, [changed.message])
          return changed
        })
        realtime.notify(inboxes)
        return show(message)
      },
    }),

    route(removeMessageCall, {
      find: ({ params, user }) => requireOwnMessage(db, user.id, params.id),
      handle: async ({ found }) => {
        const { message, inboxes } = await db.transaction().execute((tx) => removeMessage(tx, found, rules))
        realtime.notify(inboxes)
        return { ...(await show(message)), message: m.messages_removed_now() }
      },
    }),

    route(searchMessagesCall, async ({ query, user }) => {
      const { items, total } = await searchMessages(services, user.id, query)
      return { items: items.map((found) => ({ ...found, ...presenter.message(found) })), total }
    }),
  ]
}
