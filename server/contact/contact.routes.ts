import { sendSupportTicket } from '#contract/contact.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { newId, now } from '../lib/ids.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'
import type { Services } from '../services.ts'

export const contactRoutes = ({ db, jobs, quota }: Services) => [
  // Stored first, then mailed: a ticket cannot get lost with a mail (decision 47).
  route(sendSupportTicket, {
    handle: async ({ body, user, address }) => {
      const ticketId = newId()
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('tickets')
          .values({ id: ticketId, ...body, user_id: user?.id ?? null, created_at: now() })
          .execute()
        const subject = user?.id ?? quota.subjectOf(address)
        await countCreated(tx, [{ subject, kind: 'ticket', bytes: rowBytes(body) }])
        if (user) await quota.requireRoom(tx, user.id, 'ticket')
        else await quota.requireRoomForVisitor(tx, address, 'ticket')
        await jobs.add(tx, 'ticket mail', { ticketId })
      })
      jobs.wake()
      return { message: m.contact_sent() }
    },
  }),
]
