import {
  getChatSettings,
  getReadState,
  updateChatSettings as updateChatSettingsCall,
} from '#contract/messages.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { requireReadable } from './messages.queries.ts'
import { findChatSettings, findReadState, updateChatSettings } from './signals.queries.ts'

/** Settings of typing and read receipts, and the read position of the partner. */
export const signalRoutes = ({ config, db }: Services) => [
  route(getChatSettings, async ({ user }) => ({
    ...(await findChatSettings(db, user.id)),
    editMinutes: config.MESSAGE_EDIT_MINUTES,
  })),

  route(updateChatSettingsCall, async ({ user, body }) => {
    await updateChatSettings(db, user.id, body.signals)
    return { ...body, editMinutes: config.MESSAGE_EDIT_MINUTES }
  }),

  route(getReadState, {
    find: ({ params, user }) => requireReadable(db, user.id, params.id),
    handle: async ({ params, user }) => ({ readUpTo: await findReadState(db, user.id, params.id) }),
  }),
]
