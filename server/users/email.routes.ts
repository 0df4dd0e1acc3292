import { changeEmail, confirmEmail, resendConfirmation, undoEmailChange } from '#contract/email-addresses.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { ApiError, invalid } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { confirmAddress, setPendingEmail, undoChange } from './email.queries.ts'
import { requirePassword } from './require-password.ts'
import { requireUser } from './users.queries.ts'

export const emailRoutes = (services: Services) => {
  const { config, db, jobs, realtime } = services
  return [
    route(confirmEmail, async ({ body, address, log }) => {
      const userId = await db.transaction().execute(async (tx) => {
        const confirmed = await confirmAddress(tx, body.token, config.EMAIL_UNDO_DAYS)
        if (confirmed === undefined) throw linkInvalid()
        return confirmed
      })
      log.info({ event: 'address confirmed', userId, address }, 'security')
      return { message: m.security_confirmed() }
    }),

    route(resendConfirmation, async ({ user }) => {
      await jobs.add(db, 'confirm mail', { userId: user.id })
      jobs.wake()
      return { message: m.security_confirm_sent() }
    }),

    route(changeEmail, async ({ body, user, address, log }) => {
      const { email, password } = body
      await requirePassword(services, { userId: user.id, password, field: 'password', address, log })
      const own = await requireUser(services, user.id)
      if (own.email === email) throw invalid({ email: m.security_same_email() })
      // Looked up after the response, so that its time does not reveal whether the address is free.
      await db.transaction().execute(async (tx) => {
        await setPendingEmail(tx, user.id, email)
        await jobs.add(tx, 'email change mails', { userId: user.id })
      })
      jobs.wake()
      log.info({ event: 'change of address requested', userId: user.id, address }, 'security')
      return { message: m.security_email_sent() }
    }),

    route(undoEmailChange, async ({ body, address, log }) => {
      const userId = await db.transaction().execute(async (tx) => {
        const undone = await undoChange(tx, body.token)
        if (undone === undefined) throw linkInvalid()
        return undone
      })
      await realtime.endAllSessions(userId)
      log.info({ event: 'change of address undone', userId, address }, 'security')
      return { message: m.security_email_undone() }
    }),
  ]
}

const linkInvalid = () => new ApiError(400, 'TOKEN_INVALID', m.security_link_invalid())
