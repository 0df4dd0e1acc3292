import {
  getChatSettings,
  getReadState,
  updateChatSettings as updateChatSettingsCall,
} from '#contract/messages.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { requirePartner } from './messages.queries.ts'
import { findChatSettings, findReadState, updateChatSettings } from './signals.queries.ts'

/** Settings of typing and read receipts, and the read position of the partner. */
export const signalRoutes = ({ db }: Services) => [
  route(getChatSettings, ({ user }) => findChatSettings(db, user.id)),

  route(updateChatSettingsCall, async ({ user, body }) => {
    await updateChatSettings(db, user.id, body.signals)
    return body
  }),

  route(getReadState, {
    find: ({ params, user }) => requirePartner(db, user.id, params.id),
    handle: async ({ params, user }) => ({ readUpTo: await findReadState(db, user.id, params.id) }),
  }),
]
