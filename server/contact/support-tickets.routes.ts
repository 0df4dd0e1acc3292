import {
  answerSupportTicket,
  listSupportTickets as listSupportTicketsCall,
  updateSupportTicket,
} from '#contract/moderation.ts'
import { route } from '../http/route.ts'
import { insertLog } from '../moderation/log.queries.ts'
import type { Services } from '../services.ts'
import {
  insertAnswer,
  listSupportTickets,
  requireSupportTicket,
  setSupportTicketState,
} from './support-tickets.queries.ts'

/** For moderators; their reads and acts are logged (MOD-04, MOD-05). */
export const supportTicketRoutes = ({ db, jobs }: Services) => [
  route(listSupportTicketsCall, async ({ query, user }) => {
    const page = await listSupportTickets(db, query)
    await insertLog(db, { moderatorId: user.id, act: 'read', thing: { kind: 'ticket', id: null } })
    return page
  }),

  route(answerSupportTicket, {
    find: ({ params }) => requireSupportTicket(db, params.id),
    handle: async ({ found, body, user }) => {
      await db.transaction().execute(async (tx) => {
        const answer = { ticketId: found._id, moderatorId: user.id, text: body.text }
        const answerId = await insertAnswer(tx, answer)
        await insertLog(tx, { moderatorId: user.id, act: 'answer', thing: { kind: 'ticket', id: found._id } })
        await jobs.add(tx, 'ticket answer mail', { answerId })
      })
      jobs.wake()
      return requireSupportTicket(db, found._id)
    },
    replay: (_early, id) => requireSupportTicket(db, id),
  }),

  route(updateSupportTicket, {
    find: ({ params }) => requireSupportTicket(db, params.id),
    handle: async ({ found, body, user }) => {
      await db.transaction().execute(async (tx) => {
        await setSupportTicketState(tx, found._id, body.state)
        const thing = { kind: 'ticket', id: found._id }
        await insertLog(tx, { moderatorId: user.id, act: body.state, thing })
      })
      return requireSupportTicket(db, found._id)
    },
  }),
]
